import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { DAY_MS } from '#platform/time/durations'
import { STAFF_PASSWORD } from '../../testing/start-shop.ts'
import { aChoice, aSearch, type PrivacyCalls, type PrivacyShop } from './privacy-shop.ts'
import { aCountedProduct, aCustomer, anOrder, PASSWORD, proveAddress } from './shop-requests.ts'

/** A word that stands nowhere else, in letters only. */
const aWord = () => `Q${randomUUID().replaceAll(/[^a-f]/g, '')}x`

/** Somebody of whom every part of the shop holds something. */
export async function aKnownPerson(shop: PrivacyShop, { post, rows }: PrivacyCalls) {
  const who = await aCustomer(shop)
  await proveAddress(shop, who.email)
  const [firstName, lastName, street, city] = [aWord(), aWord(), `${aWord()} Lane 7`, aWord()]
  const phone = `555${String(Math.random()).slice(2, 9)}`
  const name = `${firstName} ${lastName}`
  const address = {
    firstName,
    lastName,
    address: street,
    address2: `Loft ${city}`,
    city,
    state: 'IL',
    zipCode: '62704',
    country: 'US',
  }
  await request(shop.app.server)
    .put('/api/user/profile')
    .set(who.bearer)
    .send({ firstName, lastName, phone, email: who.email })
    .expect(200)
  await request(shop.app.server)
    .post('/api/user/addresses')
    .set(who.bearer)
    .send({ ...address, phone })
    .expect(201)
  const product = await aCountedProduct(shop)
  await request(shop.app.server)
    .put('/api/user/cart')
    .set(who.bearer)
    .send({ items: [{ productId: product.id, quantity: 2 }] })
    .expect(200)
  await request(shop.app.server)
    .put('/api/user/wishlist')
    .set(who.bearer)
    .send({ productIds: [product.id] })
    .expect(200)
  const order = anOrder(product, {
    customerEmail: who.email,
    customerName: name,
    customerPhone: phone,
    shippingAddress: address,
    billingAddress: address,
  })
  const placed = await request(shop.app.server)
    .post('/api/orders')
    .set(who.bearer)
    .set('Idempotency-Key', randomUUID())
    .send(order)
    .expect(201)
  const customerId = String((await rows('users', { email: who.email }))[0]?._id)
  await shop.shop.catalog.addReview(
    {
      productId: product.id,
      customerId,
      customerName: name,
      customerTitle: null,
      rating: 4,
      comment: `Prints ${placed.body.id} pages quietly, says ${lastName}, ${firstName}.`,
    },
    (tx) => shop.shop.identity.lockCustomer(tx, customerId),
  )
  await post('/messages', {
    form: 'support',
    name,
    email: who.email,
    subject: 'Toner',
    message: `It is empty. Call ${phone}.`,
  }).expect(201)
  await post('/messages', {
    form: 'warranty',
    serialNumber: 'X1',
    purchaseDate: '2026-01-02',
    issueDescription: 'It hums.',
    contactInfo: `${name.toUpperCase()}, tel. (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
  }).expect(201)
  return {
    ...who,
    firstName,
    lastName,
    name,
    phone,
    street,
    product,
    customerId,
    orderId: Number(placed.body.id),
    details: [who.email, firstName, lastName, phone, street, city, customerId],
  }
}

/** Puts something of a person where customers do not write by themselves. */
export async function plantElsewhere(
  shop: PrivacyShop,
  { post, get }: PrivacyCalls,
  {
    bearer,
    firstName,
    lastName,
    name,
    email,
    phone,
    street,
    customerId,
    orderId,
    product,
  }: Awaited<ReturnType<typeof aKnownPerson>>,
): Promise<void> {
  const { connection } = shop.shop.database
  const visitorId = randomUUID()
  await post('/consent', aChoice(visitorId, true)).expect(204)
  for (const term of [name, `parcel for ${street}`]) {
    await post('/tracking', aSearch(visitorId, term)).expect(204)
    await post('/search-misses', { term }).expect(204)
  }
  await shop.shop.orders.issueStreamTicket({ customerId, sessionId: 'none' })
  await request(shop.app.server)
    .put('/api/user/profile')
    .set(bearer)
    .send({ firstName, lastName, phone, email: `new-${email}`, currentPassword: PASSWORD })
    .expect(200)

  await post('/alerts', { productId: product.id, kind: 'price-drop', email }).expect(202)

  const staff = {
    Authorization: `Bearer ${String((await post('/admin/session', { password: STAFF_PASSWORD }).expect(200)).body.token)}`,
  }
  const fromOther = await post('/messages', {
    form: 'contact',
    name: 'Zoe New',
    email: 'zoe@example.com',
    subject: 'A friend',
    message: `Write to ${email.toUpperCase()} as well.`,
  }).expect(201)
  const note = `Called ${name} at ${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)} about ${street}.`
  await request(shop.app.server)
    .patch(`/api/admin/inbox/${String(fromOther.body.reference)}`)
    .set(staff)
    .send({ note: `Call +1 ${phone}.` })
    .expect(200)
  const ordered = (await get(`/admin/orders/${orderId}`).set(staff).expect(200)).body
  await post(`/admin/orders/${orderId}/notes`, { text: note }).set(staff).expect(200)
  await request(shop.app.server)
    .put(`/api/admin/orders/${orderId}/address`)
    .set(staff)
    .send({
      revision: Number(ordered.revision) + 1,
      reason: `${name} called.`,
      shippingAddress: { ...ordered.shippingAddress, address2: 'Rear door' },
    })
    .expect(200)
  // Somebody who had access to the back office, and has none any more.
  const by = { person: null, address: '192.0.2.1' }
  const invited = await shop.shop.admin.staff.members.invite({ name, email, role: 'orders' }, by)
  await shop.shop.admin.staff.members.endAccess(invited.id, by)
  await shop.shop.admin.audit.record(null, {
    action: 'inbox.changed',
    subject: `import ${name}.csv`,
    by: { person: null, address: '192.0.2.1' },
    changes: [{ field: 'note', before: null, after: note }],
  })
  await shop.shop.catalog.addReview(
    {
      productId: product.id,
      customerId: randomUUID(),
      customerName: 'Zoe New',
      customerTitle: null,
      rating: 5,
      comment: `Bought on advice of ${email}, order ${orderId}.`,
    },
    async () => {},
  )
  await connection.collection('answered_links').insertOne({
    _id: randomUUID() as never,
    userId: customerId,
    answer: 'confirmed',
    expiresAt: new Date(Date.now() + DAY_MS),
  })
  await connection.collection('imports').insertOne({
    _id: randomUUID() as never,
    fileName: `${name}.csv`,
    columns: [{ header: 'name', samples: [email] }],
    state: 'done',
    createdAt: new Date(0),
  })
  await connection.collection('import_rows').insertOne({
    _id: randomUUID() as never,
    importId: 'none',
    rows: [{ line: 2, cells: ['Printer', `sold to ${name}`] }],
  })

  const row = { queue: 'mail', notBefore: new Date(), delivery: 0, attempts: 5, createdAt: new Date(), expiresAt: null }
  const mail = { subject: 'Hello', text: 'Hello' }
  await connection.collection('outbox').insertMany([
    {
      ...row,
      _id: randomUUID() as never,
      name: 'send-mail',
      status: 'failed',
      lastError: `550 <${email}> unknown`,
      payload: { ...mail, to: { name, address: email } },
    },
    {
      ...row,
      _id: randomUUID() as never,
      name: 'send-mail',
      status: 'delayed',
      notBefore: new Date('2100-01-01'),
      lastError: null,
      payload: { ...mail, to: { name: 'Staff', address: 'shop@example.com' }, text: `From ${name} (${phone})` },
    },
    { ...row, _id: randomUUID() as never, name: 'send-mail', status: 'done', lastError: `451 ${email} try later` },
  ])
}
