import { FEW_LEFT } from '#contracts/limits'
import { isEndedByStock, mostInCart, type Counted } from './room.ts'

/**
 * Why no more can be chosen: "Only 3 left; 2 in your cart". Null where more can be, unless there are so few that the
 * shop always says it. It fits one line beside "In Stock" on a small phone, so that nothing moves when it grows.
 * @param chosen how many are about to be added
 */
export function roomNote(product: Counted, inCart: number, chosen: number): string | null {
  const most = mostInCart(product)
  if (most > FEW_LEFT && inCart + chosen < most) return null
  const isByStock = isEndedByStock(product)
  const limit = isByStock ? `Only ${most} left` : `At most ${most}`
  if (inCart === 0) return isByStock ? limit : `${limit} per order`
  const areIn = inCart < most ? inCart : most === 1 ? 'it is' : 'all'
  return `${limit}; ${areIn} in your cart`
}
