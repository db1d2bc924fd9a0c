import { MAX_SELECTED_ORDERS } from '#contracts/limits'
import type { StaffOrder } from '#contracts/staff-orders'
import { STAFF_ORDERS_PATH } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { formatCount } from '../../lib/format.ts'
import { statusLabel } from '../../lib/order-state.ts'
import { withQuery } from '../../lib/with-query.ts'
import type { OrderStatus } from './order-moves.ts'

/** What is printed of orders. */
export type Printed = 'slips' | 'pick-list'

/** A slip may be printed again for a parcel that has left; from the shelves nothing is taken twice. */
const LEFT_OUT: Readonly<Record<Printed, readonly OrderStatus[]>> = {
  slips: ['cancelled'],
  'pick-list': ['shipped', 'delivered', 'cancelled'],
}

/** How many of the orders that are left out a notice names. */
const NAMED = 5

/** Whether an order belongs on what is printed. */
export function isPrinted(what: Printed, { status }: Pick<StaffOrder, 'status'>): boolean {
  return !LEFT_OUT[what].includes(status)
}

/** Which orders are not printed and why, for a notice; null when all are. */
export function leftOutWords(
  what: Printed,
  orders: readonly Pick<StaffOrder, 'id' | 'status'>[],
): { readonly title: string; readonly description: string } | null {
  const left = orders.filter((order) => !isPrinted(what, order))
  if (left.length === 0) return null
  const named = left.slice(0, NAMED).map(({ id, status }) => `#${id} (${statusLabel(status).toLowerCase()})`)
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : ''
  return {
    title: left.length === orders.length ? 'Nothing to print' : `${formatCount(left.length, 'order')} left out`,
    description: `Not printed: ${named.join(', ')}${more}.`,
  }
}

/**
 * The orders as they are now, in the order of their numbers here: a selection has them as they were when they were
 * selected, and a customer may have cancelled or changed one since. @throws ApiError TypeError
 */
export async function readOrdersToPrint(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly StaffOrder[]> = readOrders,
): Promise<readonly StaffOrder[]> {
  const found = new Map<number, StaffOrder>()
  for (let at = 0; at < ids.length; at += MAX_SELECTED_ORDERS)
    for (const order of await read(ids.slice(at, at + MAX_SELECTED_ORDERS))) found.set(order.id, order)
  return ids.map((id) => found.get(id)).filter((order) => order !== undefined)
}

function readOrders(ids: readonly number[]): Promise<readonly StaffOrder[]> {
  return api(withQuery(STAFF_ORDERS_PATH, { ids: ids.join() }))
}
