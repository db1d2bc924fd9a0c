import { alertRequested } from '../modules/alerts/events.ts'
import { staffSecurityChanged } from '#modules/admin/events'
import { newEmailProofRequested, privacyRequestReceived, userRegistered } from '#modules/identity/events'
import { aPurchase } from '../modules/orders/testing/order-builder.ts'
import type { Shop } from '../shop.ts'

const PASSWORD = 'a quiet printer by the window'
const OWNER = { person: { id: 'owner', name: 'Owner' }, address: '203.0.113.7' }
const STAFF = { networkAddress: OWNER.address, staff: OWNER.person }
const VISITOR = '7e2c1f0e-6f1e-4d0e-9a53-0d3c4c1f6a11'
const LIST =
  'sku,name,brand,price,category,stock\nQ-1,Quill 1,Quill,120.50,printers,4\nQ-2,Quill 2,Quill,99.00,scanners,3\n'
/** Products of the demo catalog that are sold, waited for, and become cheaper. */
const [SOLD, ALSO_SOLD, WAITED_FOR] = [1, 2, 3]

interface Person {
  readonly id: string
  readonly email: string
  readonly sessionId: string
}

/**
 * What customers and staff do within a day, in parts: what follows from one part is done before the next one.
 * @param runDaily runs the handler of a daily job
 * @returns the parts, to be called in turn
 */
export function partsOfADay(shop: Shop, runDaily: (name: string) => Promise<void>): readonly (() => Promise<void>)[] {
  const { database, events, catalog, identity, orders, alerts, admin } = shop
  /** The secrets of links in mails, by the address or reference that they are about. */
  const links = new Map<string, string>()
  events.listen(
    userRegistered,
    'test.reads-mail',
    ({ payload }) => void links.set(payload.customer.email, payload.linkToken),
  )
  events.listen(
    newEmailProofRequested,
    'test.reads-mail',
    ({ payload }) => void links.set(payload.newEmail, payload.linkToken),
  )
  events.listen(
    privacyRequestReceived,
    'test.reads-mail',
    ({ payload }) => void links.set(payload.reference, payload.linkToken),
  )
  events.listen(alertRequested, 'test.reads-mail', ({ payload }) => void links.set('alert', payload.linkToken))
  const linkOf = (key: string): string => links.get(key) ?? ''

  const people = new Map<string, Person>()
  const personOf = (name: string) => people.get(name) as Person
  const orderIds: number[] = []
  const reviewIds: string[] = []
  const references: string[] = []
  const firstOrder = () => orderIds[0] as number
  const lastOrder = () => orderIds.at(-1) as number

  async function join(name: string): Promise<void> {
    const email = `${name.toLowerCase()}@example.com`
    const names = { firstName: name, lastName: `${name}son`, phone: '5125550143' }
    const { user, session } = await identity.signUp({ ...names, email, password: PASSWORD })
    people.set(name, { id: user.id, email, sessionId: session.id })
    if (name !== 'Dora') await identity.verifyEmail(linkOf(email))
  }
  async function buy(name: string, lines: readonly (readonly [productId: number, quantity: number])[]): Promise<void> {
    const { id, email } = personOf(name)
    const placed = await orders.placeOrder(
      aPurchase({
        customerId: id,
        customerEmail: email,
        customerName: `${name} ${name}son`,
        idempotencyKey: `order-${orderIds.length}`,
        lines: lines.map(([productId, quantity]) => ({ productId, quantity, sentPriceCents: null })),
      }),
    )
    orderIds.push(placed.order.id)
  }
  async function askForPrivacy(name: string, requestType: 'access' | 'delete' | 'opt-out-marketing'): Promise<void> {
    const { reference } = await identity.receivePrivacyRequest({
      firstName: name,
      lastName: `${name}son`,
      email: personOf(name).email,
      phone: null,
      requestType,
      description: 'Please.',
      verificationMethod: 'email',
    })
    references.push(reference)
  }
  async function review(name: string, productId: number): Promise<void> {
    const words = { customerName: name, customerTitle: null, rating: 1, comment: 'My neighbor has a better one.' }
    const customerId = personOf(name).id
    const { id } = await catalog.addReview({ productId, customerId, ...words }, (tx) =>
      identity.lockCustomer(tx, customerId),
    )
    reviewIds.push(id)
  }
  const hideReview = (index: number, productId: number) =>
    admin.products.hideReview({ productId, reviewId: reviewIds[index] ?? '' }, 'It names a neighbor.', OWNER)
  const confirmPrivacy = (index: number) => identity.verifyPrivacyRequest(linkOf(references[index] ?? ''))
  const move = (orderId: number, to: 'shipped' | 'delivered') =>
    orders.requestMove({ orderId, to, by: 'staff', reason: null, ...STAFF })
  const stateOf = (orderId: number) => orders.getOrderForStaff(orderId)

  async function morning(): Promise<void> {
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fred']) await join(name)
    await buy('Ada', [
      [SOLD, 2],
      [ALSO_SOLD, 1],
    ])
    await orders.changeOrder(
      { customerId: personOf('Ada').id, orderId: firstOrder() },
      { lines: [{ productId: SOLD, lineNumber: 1, quantity: 1 }], shippingAddress: null },
    )
    await buy('Ada', [[ALSO_SOLD, 1]])
    await orders.cancelOrder({ customerId: personOf('Ada').id, orderId: lastOrder() })
    await buy('Ben', [[SOLD, 1]])
    await buy('Cleo', [
      [SOLD, 9],
      [ALSO_SOLD, 9],
    ])
    await buy('Fred', [[ALSO_SOLD, 1]])
    await identity.requestEmailProof(personOf('Dora').id)
    await identity.requestCode({ email: personOf('Ben').email, browser: "Ben's browser", isReader: false })
    const consent = { visitorId: VISITOR, version: '1.0', marketing: false }
    await identity.recordConsent({ ...consent, analytics: true, action: 'accept-all' })
    await identity.recordVisit({ visitorId: VISITOR, event: { type: 'product-view', productId: SOLD } })
    await identity.recordConsent({ ...consent, analytics: false, action: 'reject-all' })
    await askForPrivacy('Ben', 'access')
    await askForPrivacy('Cleo', 'opt-out-marketing')
    await askForPrivacy('Fred', 'delete')
    const message = await admin.inbox.receive({
      kind: 'contact',
      from: 'Gail Gray',
      email: 'gail@example.com',
      subject: 'Ink',
      fields: [{ label: 'Message', value: 'Which ink does it take?' }],
    })
    references.unshift(message.reference)
    await alerts.request({ productId: WAITED_FOR, kind: 'price-drop', email: 'hugo@example.com' })
    const ada = { ...personOf('Ada'), isEmailVerified: true }
    await alerts.requestOwn({ productId: WAITED_FOR, kind: 'price-drop' }, ada)
    await admin.staff.members.invite({ name: 'Ira Ivers', email: 'ira@example.com', role: 'support' }, OWNER)
    async function* bytes() {
      yield Buffer.from(LIST)
    }
    const file = await admin.imports.storeFile({ fileName: 'quill.csv', mimeType: 'text/csv', bytes: bytes() })
    await admin.imports.begin(file, { mode: 'upsert', blank: 'keep', until: 'import' }, OWNER)
  }

  async function noon(): Promise<void> {
    await confirmPrivacy(2)
    await alerts.answers.confirm(linkOf('alert'))
    await admin.products.update(WAITED_FOR, { priceCents: 5000 }, OWNER)
    await orders.writeNote({ orderId: firstOrder(), text: 'Called.', ...STAFF })
    const { order } = await stateOf(orderIds[2] as number)
    const shippingAddress = { ...order.shippingAddress, address: '13 Paper Street' }
    await orders.correctAddress({
      orderId: order.id,
      revision: order.revision,
      shippingAddress,
      reason: 'Asked by telephone.',
      ...STAFF,
    })
    const [entry] = (await admin.inbox.list({ kind: 'contact', limit: 1, offset: 0 })).entries
    if (entry?.kind !== 'message') throw new Error('no message')
    await admin.inbox.reply(entry.message, 'The blue one.', OWNER)
    const { id: customerId, sessionId } = personOf('Ada')
    const profile = { firstName: 'Ada', lastName: 'Adason', phone: '5125550143', email: 'ada.new@example.com' }
    await identity.changeProfile({ customerId, sessionId, profile, currentPassword: PASSWORD })
    const { user: customer } = await identity.signIn({ email: personOf('Ben').email, password: PASSWORD })
    await identity.changePassword({
      customer,
      sessionId: '',
      currentPassword: PASSWORD,
      newPassword: `${PASSWORD} again`,
    })
    const [ira] = await admin.staff.members.list()
    await database.transaction((tx) =>
      events.publish(tx, staffSecurityChanged, { personId: ira?.id ?? '', change: 'password' }),
    )
  }

  async function afternoon(): Promise<void> {
    await identity.verifyEmail(linkOf('ada.new@example.com'))
    await orders.releaseOrder({ orderId: orderIds[3] as number, ...STAFF })
    await move(firstOrder(), 'shipped')
    await confirmPrivacy(3)
    await admin.products.delete(1 + WAITED_FOR, OWNER)
    const longAgo = new Date(Date.UTC(2033, 5, 10))
    await database.connection
      .collection('users')
      .updateOne({ email: personOf('Emil').email }, { $set: { lastLoginAt: longAgo } })
    await runDaily('forget-unused-accounts')
  }

  async function evening(): Promise<void> {
    await move(firstOrder(), 'delivered')
    await move(orderIds[2] as number, 'shipped')
    await review('Ada', SOLD)
    await review('Dora', ALSO_SOLD)
    await hideReview(0, SOLD)
    await hideReview(1, ALSO_SOLD)
  }

  async function night(): Promise<void> {
    await confirmPrivacy(1)
    const { order } = await stateOf(firstOrder())
    await orders.refundOrder({
      orderId: order.id,
      key: 'late',
      amountCents: 500,
      reason: 'It came late.',
      lineNumbers: [1],
      isForShipping: false,
      revision: order.revision,
      ...STAFF,
    })
    await orders.requestReturn({
      order: { customerId: order.customerId, orderId: order.id },
      key: 'return',
      lines: [{ lineNumber: 2, quantity: 1, reason: 'changed-mind', isUnopened: true }],
      note: null,
    })
    const [asked] = (await stateOf(order.id)).order.returns
    const decision = {
      orderId: order.id,
      number: asked?.number ?? 0,
      message: null,
      restock: [],
      revision: null,
      ...STAFF,
    }
    await orders.decideReturn({ ...decision, to: 'approved' })
    await orders.decideReturn({ ...decision, to: 'received', restock: [2] })
  }

  return [morning, noon, afternoon, evening, night]
}
