import { searchKeysOf } from './order-search.ts'
import type { Address, Order } from './order.ts'

/** Stands where a person stood. */
const FORGOTTEN = 'erased'

/** Whether nobody can be written to about an order any more. */
export function isForgotten({ customerEmail }: Pick<Order, 'customerEmail'>): boolean {
  return customerEmail === FORGOTTEN
}

/**
 * What is left of the person in an order that outlives them: nothing. Lines, sums, tax, states and times stay, and of
 * the addresses the state, which the tax was worked out for.
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
    searchKeys: searchKeysOf({ id: order.id, customerName: FORGOTTEN, customerEmail: FORGOTTEN, trackingNumber: null }),
  }
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
