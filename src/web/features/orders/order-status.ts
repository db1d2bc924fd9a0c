import type { Order } from '#contracts/orders'

export type OrderStatus = Order['status']

/** A status as it is read: "processing" → "Processing". */
export function statusName(status: OrderStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export interface TimelineStep {
  readonly title: 'Order Placed' | 'Processing' | 'Shipped' | 'Delivered'
  readonly isLit: boolean
  /** Whether the order is at this step now. */
  readonly isCurrent: boolean
  /** What stands under the current step. */
  readonly label: 'In Progress' | 'In Transit' | 'Completed' | null
}

/** How far an order in this status has come: how many of the four steps are lit. */
const REACHED: Readonly<Record<OrderStatus, number>> = {
  pending: 1,
  cancelled: 1,
  processing: 2,
  shipped: 3,
  delivered: 4,
}

const STEPS = [
  { title: 'Order Placed', label: null },
  { title: 'Processing', label: 'In Progress' },
  { title: 'Shipped', label: 'In Transit' },
  { title: 'Delivered', label: 'Completed' },
] as const

/**
 * The four steps (specification 2, section 4): Order Placed is always complete. A canceled order is at none of them.
 */
export function timelineOf(status: OrderStatus): readonly TimelineStep[] {
  const reached = REACHED[status]
  return STEPS.map(({ title, label }, index) => {
    const isCurrent = status !== 'cancelled' && index === reached - 1
    return { title, isLit: index < reached, isCurrent, label: isCurrent ? label : null }
  })
}

/** A sentence for screen readers: the new status of an order. */
export function moveSentence({ id, status }: Pick<Order, 'id' | 'status'>): string {
  return `Order #${id} is now ${status}.`
}

/** Whole minutes and seconds until a moment, "59:07"; null when it has passed. Hours come first where there are any. */
export function countdown(untilIso: string | null, nowMs: number): string | null {
  const left = untilIso === null ? 0 : Math.floor((new Date(untilIso).getTime() - nowMs) / 1000)
  if (!(left > 0)) return null
  const seconds = String(left % 60).padStart(2, '0')
  const minutes = Math.floor(left / 60)
  if (minutes < 60) return `${minutes}:${seconds}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`
}
