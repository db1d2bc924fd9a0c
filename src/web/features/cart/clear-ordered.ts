import type { CartItem } from './cart.ts'
import { changeCart } from './use-cart.ts'

/**
 * Empties the cart of what was ordered, without a toast. What was put into it in another tab since then stays, also more
 * of the same; a product that was taken out and put in again is another line.
 */
export function clearOrdered(lines: readonly CartItem[]): void {
  changeCart((cart) => {
    const firstId = cart.items.reduce((free, { id }) => Math.max(free, id + 1), 0)
    const items = cart.items.flatMap((item, index): CartItem[] => {
      const ordered = lines.find(({ id, productId }) => id === item.id && productId === item.productId)
      if (ordered === undefined) return [item]
      // Another line: a second tab that shows the same order clears it once more.
      const quantity = item.quantity - ordered.quantity
      return quantity > 0 ? [{ ...item, id: firstId + index, quantity }] : []
    })
    return { ...cart, items }
  })
}
