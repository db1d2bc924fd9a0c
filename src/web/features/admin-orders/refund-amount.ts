import type { StaffOrder } from '#contracts/staff-orders'
import { toDecimal } from '#platform/shared-kernel/money'
import { centsOf } from '../../lib/format.ts'

/** A part of the order that can be given back by itself: a line with its part of the tax, or the shipping. */
export interface RefundPart {
  readonly key: string
  readonly label: string
  /** What was paid for it and not given back. */
  readonly cents: number
  /** The `id` of the item; null for the shipping. */
  readonly item: number | null
}

export type Refundable = Pick<StaffOrder, 'items' | 'refundable' | 'refundableShipping'>

/**
 * The lines and the shipping of which something may still be given back, and what is chosen already: a colleague may have
 * given it back since.
 */
export function refundParts(
  { items, refundableShipping }: Refundable,
  chosen: ReadonlySet<string>,
): readonly RefundPart[] {
  const lines = items.map(({ id, name, quantity, refundable }): RefundPart => {
    return { key: `line ${id}`, label: `${quantity} × ${name}`, cents: centsOf(refundable), item: id }
  })
  const shipping = { key: 'shipping', label: 'Shipping', cents: centsOf(refundableShipping), item: null }
  return [...lines, shipping].filter(({ key, cents }) => cents > 0 || chosen.has(key))
}

/** The most that may be given back of the chosen parts, or without any of the order, as it is typed into the field. */
export function amountOf(order: Refundable, chosen: ReadonlySet<string>): string {
  if (chosen.size === 0) return order.refundable
  const sum = chosenOf(order, chosen).reduce((total, { cents }) => total + cents, 0)
  return toDecimal(Math.min(sum, centsOf(order.refundable)))
}

/** The chosen parts as a refund names them. */
export function namedParts(order: Refundable, chosen: ReadonlySet<string>) {
  const parts = chosenOf(order, chosen)
  return { items: parts.flatMap(({ item }) => item ?? []), shipping: parts.some(({ item }) => item === null) }
}

function chosenOf(order: Refundable, chosen: ReadonlySet<string>): readonly RefundPart[] {
  return refundParts(order, chosen).filter(({ key }) => chosen.has(key))
}
