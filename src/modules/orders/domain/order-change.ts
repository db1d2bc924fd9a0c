import { costsOf, withShipping } from '#platform/shared-kernel/money'
import { ChangedTooOften, NothingLeftOfOrder, NotAllLinesNamed, OnlyFewerPieces } from '../errors.ts'
import { inOneLine } from './address-correction.ts'
import { timeOfChange, type Address, type Order, type OrderLine } from './order.ts'
import { checkCustomerMayChange } from './review-time.ts'

/** What a customer changes of an order; null leaves it as it is. */
export interface OrderChange {
  /** How many pieces of a line are left, 0 for none; products that are not named stay. */
  readonly lines: readonly WantedQuantity[] | null
  readonly shippingAddress: Address | null
}

/** A line by its product, because others move up when one is removed; the place orders the lines of one product. */
interface WantedQuantity {
  readonly productId: number
  /** 1 is the order's first line. */
  readonly lineNumber: number
  readonly quantity: number
}

/**
 * The order as its customer wants it now, within the review time and before it is packed (specification 2, section 9):
 * fewer pieces at the agreed prices, another delivery address, and the costs that follow.
 * @throws OrderNotChangeable @throws ReviewTimeOver @throws OnlyFewerPieces @throws NotAllLinesNamed
 * @throws NothingLeftOfOrder when no piece would be left: that is a cancellation
 */
export function changeOrder(order: Order, change: OrderChange, now: Date): Order {
  checkCustomerMayChange(order, now)
  const lines = change.lines === null ? order.lines : withFewerPieces(order.lines, change.lines)
  return {
    ...order,
    lines,
    // Express keeps the price that was agreed.
    ...(order.shippingMethod === 'express' ? withShipping(costsOf(lines), order.shippingCents) : costsOf(lines)),
    shippingAddress: change.shippingAddress ?? order.shippingAddress,
    updatedAt: timeOfChange(order, now),
  }
}

/** Far more than anybody needs: with every change the order's row grows, which is read and written whole. */
const MAX_REVISIONS = 100

/** @throws ChangedTooOften */
export function checkRoomForChange({ revision }: Pick<Order, 'revision'>): void {
  if (revision >= MAX_REVISIONS) throw new ChangedTooOften()
}

/** What has changed about an order, in words for its history; nothing when a change is sent again. */
export function whatChanged(before: Order, after: Order): readonly string[] {
  return [
    ...(piecesGivenBack(before.lines, after.lines).length > 0 ? ['fewer pieces'] : []),
    ...(inOneLine(before.shippingAddress) === inOneLine(after.shippingAddress) ? [] : ['another address']),
  ]
}

/** The pieces that the former lines had and the new ones have not, by product. */
export function piecesGivenBack(
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): { productId: number; quantity: number }[] {
  const piecesOf = (lines: readonly OrderLine[], productId: number) =>
    lines.filter((line) => line.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0)
  return [...new Set(before.map(({ productId }) => productId))]
    .map((productId) => ({ productId, quantity: piecesOf(before, productId) - piecesOf(after, productId) }))
    .filter(({ quantity }) => quantity > 0)
}

function withFewerPieces(lines: readonly OrderLine[], wanted: readonly WantedQuantity[]): readonly OrderLine[] {
  const quantities = new Map<OrderLine, number>()
  for (const productId of new Set(wanted.map((each) => each.productId))) {
    const ofProduct = lines.filter((line) => line.productId === productId)
    const left = piecesLeft(
      ofProduct.length,
      wanted.filter((each) => each.productId === productId),
    )
    ofProduct.forEach((line, index) => quantities.set(line, left[index] ?? 0))
  }
  if ([...quantities].some(([line, quantity]) => quantity < 0 || quantity > line.quantity)) throw new OnlyFewerPieces()
  const left = lines
    .map((line) => ({ ...line, quantity: quantities.get(line) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  if (left.length === 0) throw new NothingLeftOfOrder()
  return left
}

/**
 * The quantities that are wanted of the lines of one product, in their order. All lines must be named: when one of two
 * is gone, a request that names one alone may be the same again or be meant for the other. When more are named than
 * there are, the same change was made before and its answer was lost: the lines that it removed are not there any more.
 */
function piecesLeft(lineCount: number, named: readonly WantedQuantity[]): readonly number[] {
  if (named.length < lineCount) throw new NotAllLinesNamed()
  const quantities = named.toSorted((one, other) => one.lineNumber - other.lineNumber).map(({ quantity }) => quantity)
  if (named.length === lineCount) return quantities
  const left = quantities.filter((quantity) => quantity !== 0)
  if (left.length > lineCount) throw new OnlyFewerPieces()
  return left
}
