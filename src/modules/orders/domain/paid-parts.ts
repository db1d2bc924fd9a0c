import type { Order } from './order.ts'
import { sharedOut, sumOfParts, sumsByLine, type OrderPart } from './order-part.ts'
import type { OrderReturn } from './order-return.ts'

/** What each line and the shipping cost; together the order's total. The shipping comes last, also when it was free. */
export function partsOf({ lines, taxCents, subtotalCents, shippingCents }: Order): readonly OrderPart[] {
  // The tax is shared out by what the lines before cost, so that the parts add up to it.
  const taxOf = (cents: number) => (subtotalCents === 0 ? 0 : Math.round((taxCents * cents) / subtotalCents))
  let before = 0
  const ofLines = lines.map(({ priceCents, quantity }, index): OrderPart => {
    const cents = priceCents * quantity
    const tax = taxOf(before + cents) - taxOf(before)
    before += cents
    return { lineNumber: index + 1, cents: cents + tax }
  })
  return [...ofLines, { lineNumber: null, cents: shippingCents }]
}

/** What of each line and of the shipping was not given back yet, neither by staff for these parts nor by a return. */
export function partsLeft(order: Order): readonly OrderPart[] {
  const given = sumsByLine([
    ...order.refunds.flatMap(({ parts = [] }) => parts),
    ...order.returns.flatMap((asked) => givenBy(order, asked)),
  ])
  return partsOf(order).map(({ lineNumber, cents }) => {
    return { lineNumber, cents: Math.max(0, cents - (given.get(lineNumber) ?? 0)) }
  })
}

/** Returns that were refunded before their parts were kept gave each piece its price. */
function givenBy(order: Order, { refundCents, parts, lines }: OrderReturn): readonly OrderPart[] {
  if (refundCents === null || parts !== undefined) return parts ?? []
  const whole = piecesParts(order, piecesOf(lines))
  const shipping = Math.max(0, refundCents - sumOfParts(whole))
  return sharedOut(refundCents, [...whole, { lineNumber: null, cents: shipping }])
}

/** How many pieces of each line come back. */
export function piecesOf(lines: OrderReturn['lines']): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>()
  for (const { lineNumber, quantity } of lines) pieces.set(lineNumber, (pieces.get(lineNumber) ?? 0) + quantity)
  return pieces
}

/**
 * What so many pieces of each line cost with their part of the tax.
 * @param before how many pieces of each were counted before: the tax is rounded over all of them together
 */
export function piecesParts(
  order: Order,
  pieces: ReadonlyMap<number, number>,
  before: ReadonlyMap<number, number> = new Map(),
): readonly OrderPart[] {
  const parts = partsOf(order)
  return [...pieces].flatMap(([lineNumber, count]) => {
    const [line, part] = [order.lines[lineNumber - 1], parts[lineNumber - 1]]
    if (line === undefined || part === undefined) return []
    const tax = part.cents - line.priceCents * line.quantity
    const taxOf = (counted: number) => Math.round((tax * counted) / line.quantity)
    const already = before.get(lineNumber) ?? 0
    return { lineNumber, cents: line.priceCents * count + taxOf(already + count) - taxOf(already) }
  })
}
