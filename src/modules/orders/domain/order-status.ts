export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The order's life: from each state, where it may go next. Nothing else is allowed. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

/** Neither shipped nor canceled: such an order holds pieces that nobody paid for. */
export const OPEN_STATUSES = ['pending', 'processing'] as const satisfies readonly OrderStatus[]

/** Whether an order in this state holds pieces that nobody paid for. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

/** The states that an order may move to from `from`. */
export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  return NEXT[from]
}

/** Whether the table has this step. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to)
}
