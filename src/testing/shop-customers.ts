import { randomInt, randomUUID } from 'node:crypto'
import { privacyRequestReceived, userRegistered } from '#modules/identity/events'
import { aPurchase } from '../modules/orders/testing/order-builder.ts'
import { AppError } from '#platform/errors/errors'
import type { Shop } from '../shop.ts'
import type { Random } from './random.ts'

/** A change that the shop has answered: from now on it must be there, with everything that follows from it. */
export type Acknowledged =
  | { readonly kind: 'ordered' | 'cancelled'; readonly orderId: number }
  | { readonly kind: 'move-requested'; readonly orderId: number; readonly to: 'shipped' | 'delivered' }
  | { readonly kind: 'consent-withdrawn'; readonly visitorId: string }
  | { readonly kind: 'registered'; readonly email: string }
  | { readonly kind: 'privacy-requested' | 'privacy-confirmed'; readonly reference: string }
  | { readonly kind: 'message-sent'; readonly reference: string }

interface Customer {
  readonly customerId: string
  readonly customerEmail: string
  readonly customerName: string
}

/** Products that are sold while processes die. */
export const SOLD_PRODUCTS = [1, 2, 3, 4, 5, 6]
const MAX_PIECES = 3
const STAFF_ADDRESS = '203.0.113.7'
const PASSWORD = 'a quiet printer by the window'

/** Whether the shop said no, as it may when an order was moved in the meantime or a customer orders too often. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && ['conflict', 'not-found', 'too-many'].includes(error.kind)
}

/**
 * People who use the shop's modules, and staff who move orders.
 * @param acknowledge is called for every change that was answered
 * @returns `change`, which makes one random change
 */
export function createCustomers(
  shop: Shop,
  random: Random,
  acknowledge: (change: Acknowledged) => void,
): { change(): Promise<void> } {
  /** The secrets of links in mails, by the reference of a request and by the address of a customer. */
  const linkTokens = new Map<string, string>()
  const regulars = new Map<number, Customer>()
  const cancellable: number[] = []
  shop.events.listen(privacyRequestReceived, 'customers-open-their-mail', ({ payload }) => {
    linkTokens.set(payload.reference, payload.linkToken)
  })
  shop.events.listen(userRegistered, 'customers-open-their-mail', ({ payload }) => {
    linkTokens.set(payload.customer.email, payload.linkToken)
  })

  async function order(customer: Customer): Promise<number> {
    const productIds = [...new Set([random.pick(SOLD_PRODUCTS), random.pick(SOLD_PRODUCTS)])]
    const lines = productIds.map((productId) => ({
      productId,
      quantity: 1 + random.below(MAX_PIECES),
      sentPriceCents: null,
    }))
    const placed = await shop.orders.placeOrder(aPurchase({ ...customer, idempotencyKey: randomUUID(), lines }))
    acknowledge({ kind: 'ordered', orderId: placed.order.id })
    return placed.order.id
  }

  async function orderAsRegular(): Promise<void> {
    const number = random.below(20)
    // Meanwhile another one may have become this regular.
    const customer = regulars.get(number) ?? (await registerBuyer())
    regulars.set(number, customer)
    cancellable.push(await order(customer))
  }

  async function cancel(): Promise<void> {
    const orderId = cancellable.pop()
    if (orderId === undefined) return
    const { order: found } = await shop.orders.getOrderForStaff(orderId)
    await shop.orders.cancelOrder({ customerId: found.customerId, orderId })
    acknowledge({ kind: 'cancelled', orderId })
  }

  async function moveOrder(): Promise<void> {
    const [status, to] = random.pick([
      ['processing', 'shipped'],
      ['shipped', 'delivered'],
    ] as const)
    const { orders } = await shop.orders.listOrdersForStaff({ status, limit: 20, offset: 0 })
    if (orders.length === 0) return
    const orderId = random.pick(orders).order.id
    await shop.orders.requestMove({ orderId, to, by: 'staff', reason: null, networkAddress: STAFF_ADDRESS })
    acknowledge({ kind: 'move-requested', orderId, to })
  }

  async function withdrawConsent(): Promise<void> {
    const visitorId = randomUUID()
    const choice = { visitorId, version: '1.0', marketing: false }
    await shop.identity.recordConsent({ ...choice, analytics: true, action: 'accept-all' })
    const productId = random.pick(SOLD_PRODUCTS)
    await shop.identity.recordVisit({ visitorId, event: { type: 'product-view', productId } })
    await shop.identity.recordConsent({ ...choice, analytics: false, action: 'reject-all' })
    acknowledge({ kind: 'consent-withdrawn', visitorId })
  }

  async function register(): Promise<Customer> {
    const id = randomUUID()
    const names = { firstName: `First-${id}`, lastName: `Last-${id}` }
    const input = { ...names, email: `${id}@example.com`, phone: String(randomInt(2e9, 9e9)), password: PASSWORD }
    const { user } = await shop.identity.signUp(input)
    acknowledge({ kind: 'registered', email: user.email })
    return { customerId: user.id, customerEmail: user.email, customerName: `${names.firstName} ${names.lastName}` }
  }

  /** Registers somebody who orders: only a proved address gets all the mails that orders cause within the hour. */
  async function registerBuyer(): Promise<Customer> {
    const customer = await register()
    await shop.identity.verifyEmail(linkTokens.get(customer.customerEmail) ?? '')
    return customer
  }

  async function askForPrivacy(): Promise<void> {
    const requestType = random.pick(['delete', 'access', 'opt-out-marketing'] as const)
    const isBuyer = requestType === 'delete'
    const customer = isBuyer ? await registerBuyer() : await register()
    const [firstName = '', lastName = ''] = customer.customerName.split(' ')
    if (isBuyer) await order(customer)
    const { reference } = await shop.identity.receivePrivacyRequest({
      firstName,
      lastName,
      email: customer.customerEmail,
      phone: null,
      requestType,
      description: 'Please.',
      verificationMethod: 'email',
    })
    acknowledge({ kind: 'privacy-requested', reference })
    if ((await shop.identity.verifyPrivacyRequest(linkTokens.get(reference) ?? '')) === null) return
    acknowledge({ kind: 'privacy-confirmed', reference })
  }

  async function sendMessage(): Promise<void> {
    const id = randomUUID()
    const message = await shop.admin.inbox.receive({
      kind: 'contact',
      from: `Writer ${id}`,
      email: `${id}@example.com`,
      subject: 'A question',
      fields: [{ label: 'Message', value: 'Which ink does it take?' }],
    })
    acknowledge({ kind: 'message-sent', reference: message.reference })
  }

  const changes = [
    orderAsRegular,
    orderAsRegular,
    orderAsRegular,
    cancel,
    moveOrder,
    moveOrder,
    withdrawConsent,
    register,
    askForPrivacy,
    sendMessage,
  ]
  return {
    async change() {
      try {
        await random.pick(changes)()
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    },
  }
}
