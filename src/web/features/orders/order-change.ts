import type { Order } from '#contracts/orders'
import { costsOf, withShipping, type Costs } from '#platform/shared-kernel/money'
import { centsOf } from '../../lib/format.ts'

type Bought = Pick<Order, 'items' | 'shipping' | 'shippingMethod'>

/**
 * What an order costs with other quantities; null when nothing is left of it.
 * @param quantities one for each line of the order
 */
export function costsWith({ items, shipping, shippingMethod }: Bought, quantities: readonly number[]): Costs | null {
  const lines = items
    .map(({ price }, index) => ({ priceCents: centsOf(price), quantity: quantities[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  if (lines.length === 0) return null
  const standard = costsOf(lines)
  return shippingMethod === 'express' ? withShipping(standard, centsOf(shipping)) : standard
}

/** The lines of an order with other quantities, as the call takes them; null when none is another. */
export function itemsWith({ items }: Pick<Order, 'items'>, quantities: readonly number[]) {
  if (items.every(({ quantity }, index) => quantities[index] === quantity)) return null
  return items.map(({ productId, quantity }, index) => ({
    productId,
    line: index + 1,
    quantity: quantities[index] ?? quantity,
  }))
}
