import { useState } from 'react'
import type { Order } from '#contracts/orders'

/**
 * The order that a dialog shows, if any. It is taken from the list, so that an open dialog shows a move as well.
 * @param firstId the order that is open at first, once the list has it
 */
export function useOpenedOrder(orders: readonly Order[] | undefined, firstId: number | null = null) {
  const [id, setId] = useState(firstId)
  return {
    order: orders?.find((order) => order.id === id) ?? null,
    open: (order: Order) => setId(order.id),
    close: () => setId(null),
  }
}
