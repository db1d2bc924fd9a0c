import type { StaffOrder } from '#contracts/order-life'
import { toDecimal } from '#platform/money'
import { centsOf } from '../../lib/format.ts'

/** A part of the order that can be given back by itself: a line with its part of the tax, or the shipping. */
export interface RefundPart {
  readonly key: string
  readonly label: string
  readonly cents: number
}

/** Lines with their part of the tax, and the shipping; together they are the order's total. */
export function refundParts({ items, subtotal, shipping, tax }: StaffOrder): readonly RefundPart[] {
  const [all, taxCents, shippingCents] = [centsOf(subtotal), centsOf(tax), centsOf(shipping)]
  // The tax is shared out by what the lines before cost, so that the parts add up to it.
  const taxOf = (cents: number) => (all === 0 ? 0 : Math.round((taxCents * cents) / all))
  let before = 0
  const lines = items.map(({ id, name, quantity, total }): RefundPart => {
    const cents = centsOf(total)
    const share = taxOf(before + cents) - taxOf(before)
    before += cents
    return { key: `line ${id}`, label: `${quantity} × ${name}`, cents: cents + share }
  })
  return shippingCents === 0 ? lines : [...lines, { key: 'shipping', label: 'Shipping', cents: shippingCents }]
}

/** What the chosen parts come to, as it is typed into the field, and never more than may be given back. */
export function amountOf(parts: readonly RefundPart[], chosen: ReadonlySet<string>, refundable: string): string {
  const sum = parts.filter(({ key }) => chosen.has(key)).reduce((total, { cents }) => total + cents, 0)
  return toDecimal(Math.min(sum, centsOf(refundable)))
}
