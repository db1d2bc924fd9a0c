import { OrderCannotMove } from '../errors.ts'
import { timeOfChange, type Order, type ShippingMethod } from './order.ts'
import { canMove, nextStatuses, type OrderStatus } from './order-status.ts'

/** When an order that leaves the shop is expected to arrive (specification 2, sections 4 and 9). */
export const ESTIMATE_WHEN_SHIPPED: Readonly<Record<ShippingMethod, string>> = {
  standard: '3-5 business days',
  express: '1-2 business days',
}

/** A requested step of an order's life. */
export interface Step {
  readonly to: OrderStatus
  /** Used when it ships: default carrier UPS, default number made from the order's id. */
  readonly carrier?: string
  readonly trackingNumber?: string
  readonly location?: string
}

/** One line of the order's history: who moved it, when and why. */
export interface HistoryEntry {
  readonly from: OrderStatus | null
  readonly to: OrderStatus
  /** "customer", "staff" or "shop" (by itself). */
  readonly by: string
  /** The name of the member of staff; null for others, and in entries from before people had names here. */
  readonly person: string | null
  readonly reason: string | null
  readonly at: Date
  /** The job that did it, so that a repetition is recognized. */
  readonly jobId: string | null
}

/**
 * The order after this step; every change of a status goes through here. Shipping sets carrier,
 * tracking number and estimated delivery; each step appends a tracking event.
 * @throws OrderCannotMove when the order's life has no such step
 */
export function move(order: Order, step: Step, now: Date): Order {
  if (!canMove(order.status, step.to)) throw new OrderCannotMove(order.status, step.to, nextStatuses(order.status))
  return {
    ...order,
    ...(step.to === 'shipped' ? shipment(order, step) : {}),
    ...(step.to === 'delivered' ? { estimatedDelivery: 'Delivered' } : {}),
    status: step.to,
    awaitsRelease: false,
    trackingEvents: [
      ...order.trackingEvents,
      { status: step.to, location: step.location ?? null, timestamp: now, completed: true },
    ],
    updatedAt: timeOfChange(order, now),
  }
}

/** The tracking number of an order that ships without one of its carrier: built from its id (specification 2, section 4). */
export function trackingNumberOf(orderId: number): string {
  return `1Z${String(orderId).padStart(10, '0')}`
}

function shipment(order: Order, step: Step): Pick<Order, 'carrier' | 'trackingNumber' | 'estimatedDelivery'> {
  return {
    carrier: step.carrier ?? 'UPS',
    trackingNumber: step.trackingNumber ?? trackingNumberOf(order.id),
    estimatedDelivery: ESTIMATE_WHEN_SHIPPED[order.shippingMethod],
  }
}
