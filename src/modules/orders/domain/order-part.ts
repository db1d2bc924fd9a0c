/** An amount of a single line of an order, with its part of the tax, or of its shipping. In cents. */
export interface OrderPart {
  /** 1 is the order's first line; null is the shipping. */
  readonly lineNumber: number | null
  readonly cents: number
}

/** What the parts come to, in cents. */
export function sumOfParts(parts: readonly OrderPart[]): number {
  return parts.reduce((sum, { cents }) => sum + cents, 0)
}

/** The sums of the parts of each line, and under null of those of the shipping. */
export function sumsByLine(parts: readonly OrderPart[]): ReadonlyMap<OrderPart['lineNumber'], number> {
  const sums = new Map<OrderPart['lineNumber'], number>()
  for (const { lineNumber, cents } of parts) sums.set(lineNumber, (sums.get(lineNumber) ?? 0) + cents)
  return sums
}

/** An amount, which is not above the parts' sum, as parts of it in the same proportions. None of them is more than it was. */
export function sharedOut(cents: number, parts: readonly OrderPart[]): readonly OrderPart[] {
  const all = sumOfParts(parts)
  const upTo = (sum: number) => (all === 0 ? 0 : Math.round((cents * sum) / all))
  let before = 0
  return parts.map((part) => {
    const share = upTo(before + part.cents) - upTo(before)
    before += part.cents
    return { ...part, cents: share }
  })
}
