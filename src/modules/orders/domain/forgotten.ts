import { searchKeysOf } from './order-search.ts'
import type { Address, Order } from './order.ts'
import type { OrderReturn } from './order-return.ts'

/** Replaces every personal value of an erased customer. */
const FORGOTTEN = 'erased'

/** Whether the customer of an order was erased, so that it gets no more mails. */
export function isForgotten({ customerEmail }: Pick<Order, 'customerEmail'>): boolean {
  return customerEmail === FORGOTTEN
}

/**
 * The fields of an order with the customer's personal data replaced. Lines, sums, tax, statuses and times stay, and so
 * does the state of each address, because the tax was computed for it.
 */
export function withoutPerson(order: Order) {
  return {
    userId: FORGOTTEN,
    sessionId: null,
    customerEmail: FORGOTTEN,
    customerName: FORGOTTEN,
    customerPhone: null,
    shippingAddress: withoutPlace(order.shippingAddress),
    billingAddress: withoutPlace(order.billingAddress),
    cardBrand: null,
    cardLast4: null,
    trackingNumber: null,
    trackingKey: null,
    trackingEvents: order.trackingEvents.map((event) => ({ ...event, location: null })),
    ...(order.returns.length === 0 ? {} : { returns: order.returns.map(withoutWords) }),
    searchKeys: searchKeysOf({ id: order.id, customerName: FORGOTTEN, customerEmail: FORGOTTEN, trackingNumber: null }),
  }
}

/** What was sent back, without what customer and staff wrote. */
function withoutWords(asked: OrderReturn): OrderReturn {
  return { ...asked, note: null, steps: asked.steps.map((step) => ({ ...step, message: null })) }
}

function withoutPlace({ state, country }: Address): Address {
  return {
    firstName: FORGOTTEN,
    lastName: FORGOTTEN,
    address: FORGOTTEN,
    address2: null,
    city: FORGOTTEN,
    state,
    zipCode: FORGOTTEN,
    country,
  }
}
