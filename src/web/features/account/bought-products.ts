import type { Order } from '#contracts/orders'

/** How many products are looked at for what fits them. */
const MAX_LOOKED_AT = 30

/** The products of orders that were not canceled, each once, in the order of the list, which is the latest first. */
export function boughtProductIds(
  orders: readonly {
    readonly status: Order['status']
    readonly items: readonly { readonly productId: number }[]
  }[],
): readonly number[] {
  const kept = orders.filter(({ status }) => status !== 'cancelled')
  return [...new Set(kept.flatMap(({ items }) => items.map(({ productId }) => productId)))].slice(0, MAX_LOOKED_AT)
}
