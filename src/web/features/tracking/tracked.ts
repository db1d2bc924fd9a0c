import type { TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'

/** What the screen shows of an order, a customer's own, a guest's or the example's. */
export interface Tracked {
  /** "#100001", or as it was typed. */
  readonly number: string
  readonly status: Order['status']
  readonly createdAt: string | null
  readonly carrier: string
  readonly trackingNumber: string
  /** The carrier has no number yet: it is the one that the parcel will have. */
  readonly isTrackingNumberAhead: boolean
  readonly estimatedDelivery: string
  readonly trackingEvents: TrackedOrder['trackingEvents']
  readonly items: readonly {
    readonly productId?: number
    readonly productName: string
    readonly quantity: number
    readonly price: string
  }[]
}

const DEFAULT_CARRIER = 'UPS Ground'
const STANDARD_DELIVERY = '3-5 business days'
const EXPRESS_DELIVERY = '1-2 business days'
const EXAMPLE_NUMBER = 'ORD-123456'

/** A found order with the specified fallbacks (specification 2, section 4). Nothing is delivered of a canceled one. */
export function trackedOf(order: Order | TrackedOrder): Tracked {
  const { id, status, createdAt, carrier, trackingNumber, estimatedDelivery, trackingEvents, items, shippingMethod } =
    order
  return {
    number: `#${id}`,
    status,
    createdAt,
    carrier: carrier || DEFAULT_CARRIER,
    // No parcel of a canceled order will have a number.
    trackingNumber: trackingNumber || (status === 'cancelled' ? '' : madeUpTrackingNumber(id)),
    isTrackingNumberAhead: !trackingNumber && status !== 'cancelled',
    estimatedDelivery:
      status === 'delivered'
        ? 'Delivered'
        : status === 'cancelled'
          ? 'None, the order was cancelled'
          : estimatedDelivery || (shippingMethod === 'express' ? EXPRESS_DELIVERY : STANDARD_DELIVERY),
    trackingEvents,
    items,
  }
}

/**
 * What stands there when no order matches: the number as typed, and nothing of anybody's order (specification 2,
 * section 4).
 */
export function exampleOf(typed: string): Tracked {
  return {
    number: typed.trim() || EXAMPLE_NUMBER,
    status: 'processing',
    createdAt: null,
    carrier: DEFAULT_CARRIER,
    trackingNumber: '',
    isTrackingNumberAhead: false,
    estimatedDelivery: STANDARD_DELIVERY,
    trackingEvents: [],
    items: [],
  }
}

/** Built from the order's id, as the shop gives it to a parcel that gets none of the carrier (specification 2, section 4). */
function madeUpTrackingNumber(orderId: number): string {
  return `1Z${String(orderId).padStart(10, '0')}`
}

/** The customer's order with this number (with or without # or ORD-) or tracking number; null when none has it. */
export function findOwnOrder(orders: readonly Order[], typed: string): Order | null {
  const number = typed
    .trim()
    .toLowerCase()
    .replace(/^#?\s*(?:ord-)?\s*#?/, '')
  const key = keyOf(typed)
  if (key === '') return null
  return (
    orders.find(({ id }) => String(id) === number) ??
    orders.find(({ id, trackingNumber }) => keyOf(trackingNumber || madeUpTrackingNumber(id)) === key) ??
    null
  )
}

/** Whether nothing will change any more. */
export function isOver(status: Order['status']): boolean {
  return status === 'delivered' || status === 'cancelled'
}

/** As people copy it from labels: without case, spaces and dashes. */
function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}
