import { searchKeysOf } from './order-search.ts'
import type { Address, Order } from './order.ts'
import type { OrderReturn } from './order-return.ts'

/** Replaces every personal value of an erased customer. */
export const ERASED = 'erased'

/** Whether the customer of an order was erased, so that it gets no more mails. */
export function isErased({ customerEmail }: Pick<Order, 'customerEmail'>): boolean {
  return customerEmail === ERASED
}

/**
 * The fields of an order with the customer's personal data replaced. Lines, sums, tax, statuses and times stay, and so
 * does the state of each address, because the tax was computed for it.
 */
export function withoutPerson(order: Order) {
  const kept = {
    customerEmail: ERASED,
    customerName: ERASED,
    customerPhone: null,
    shippingAddress: withoutPlace(order.shippingAddress),
    billingAddress: withoutPlace(order.billingAddress),
    trackingNumber: null,
  }
  return {
    ...kept,
    userId: ERASED,
    sessionId: null,
    cardBrand: null,
    cardLast4: null,
    trackingKey: null,
    trackingEvents: order.trackingEvents.map((event) => ({ ...event, location: null })),
    ...(order.returns.length === 0 ? {} : { returns: order.returns.map(withoutWords) }),
    ...(order.refunds.length === 0 ? {} : { refunds: order.refunds.map((refund) => ({ ...refund, reason: ERASED })) }),
    searchKeys: searchKeysOf({ ...order, ...kept }),
  }
}

/** What was sent back, without what customer and staff wrote. */
function withoutWords(asked: OrderReturn): OrderReturn {
  return { ...asked, note: null, steps: asked.steps.map((step) => ({ ...step, message: null })) }
}

function withoutPlace({ state, country }: Address): Address {
  return {
    firstName: ERASED,
    lastName: ERASED,
    address: ERASED,
    address2: null,
    city: ERASED,
    state,
    zipCode: ERASED,
    country,
  }
}
