import type { StaffOrder } from '#contracts/staff-orders'
import { compareNames } from '#platform/text/compare-names'

/** How many pieces of a product are taken from the shelf, and for which orders. */
export interface PickLine {
  readonly productId: number
  readonly name: string
  readonly quantity: number
  readonly orders: readonly { readonly id: number; readonly quantity: number }[]
}

/** What is taken from the shelves for these orders, each product once, by name. */
export function pickLines(orders: readonly Pick<StaffOrder, 'id' | 'items'>[]): readonly PickLine[] {
  const lines = new Map<number, { productId: number; name: string; quantity: number; orders: PickLine['orders'] }>()
  for (const { id, items } of orders) {
    for (const { productId, name, quantity } of items) {
      const line = lines.get(productId) ?? { productId, name, quantity: 0, orders: [] }
      lines.set(productId, {
        ...line,
        quantity: line.quantity + quantity,
        orders: [...line.orders, { id, quantity }],
      })
    }
  }
  return [...lines.values()].sort((a, b) => compareNames(a.name, b.name))
}
