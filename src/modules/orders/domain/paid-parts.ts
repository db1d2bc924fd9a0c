import type { Order } from './order.ts'
import { sharedOut, sumOfParts, type OrderPart } from './order-part.ts'
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
  const given = [
    ...order.refunds.flatMap(({ parts = [] }) => parts),
    ...order.returns.flatMap((asked) => givenBy(order, asked)),
  ]
  return partsOf(order).map(({ lineNumber, cents }) => {
    const before = sumOfParts(given.filter((part) => part.lineNumber === lineNumber))
    return { lineNumber, cents: Math.max(0, cents - before) }
  })
}

/** Returns that were refunded before their parts were kept gave each piece its price. */
function givenBy(order: Order, { refundCents, parts, lines }: OrderReturn): readonly OrderPart[] {
  if (refundCents === null || parts !== undefined) return parts ?? []
  const whole = lines.map(({ lineNumber, quantity }) => ({
    lineNumber,
    cents: centsOfPieces(order, lineNumber, quantity),
  }))
  const shipping = Math.max(0, refundCents - sumOfParts(whole))
  return sharedOut(refundCents, [...whole, { lineNumber: null, cents: shipping }])
}

/**
 * What so many pieces of a line cost with their part of the tax.
 * @param before how many pieces of the line were counted before: the tax is rounded over all of them together
 */
export function centsOfPieces(order: Order, lineNumber: number, pieces: number, before = 0): number {
  const line = order.lines[lineNumber - 1]
  const part = partsOf(order)[lineNumber - 1]
  if (line === undefined || part === undefined) return 0
  const tax = part.cents - line.priceCents * line.quantity
  const taxOf = (count: number) => Math.round((tax * count) / line.quantity)
  return line.priceCents * pieces + taxOf(before + pieces) - taxOf(before)
}
