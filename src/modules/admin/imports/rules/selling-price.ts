import type { ProductContent } from '#modules/catalog'
import type { PriceRule } from '../supplier-terms.ts'

/** What a row's prices come to by a supplier's rule. */
export interface SellingPrice {
  readonly values: Partial<ProductContent>
  /** What the product costs the shop; null where the list does not say. */
  readonly costCents: number | null
}

/**
 * The prices to sell at. Under a rule the column "Price" is what the shop pays; without one it is the price itself.
 * A row without the amount that the rule needs has no price, and keeps the product's.
 */
export function sellingPriceOf(values: Partial<ProductContent>, rule: PriceRule | null): SellingPrice {
  if (rule === null) return { values, costCents: null }
  const { priceCents: costCents, ...rest } = values
  const base = rule.base === 'cost' ? costCents : (values.originalPriceCents ?? undefined)
  if (base === undefined) return { values: rest, costCents: costCents ?? null }
  // A cost of nothing is a price that is not known yet.
  const factor = rule.base === 'cost' ? 1000 + rule.permille : 1000 - rule.permille
  const priceCents = roundUp(Math.ceil((base * factor) / 1000), rule.rounding)
  return { values: { ...rest, priceCents }, costCents: costCents ?? null }
}

function roundUp(cents: number, rounding: PriceRule['rounding']): number {
  if (cents === 0 || rounding === 'cent') return cents
  if (rounding === 'dollar') return Math.ceil(cents / 100) * 100
  return Math.ceil((cents + 1) / 100) * 100 - 1
}

/** Which share of the price is the shop's, in whole percent; null where one of both is not known. */
export function marginOf(costCents: number | null, priceCents: number | null): number | null {
  if (costCents === null || priceCents === null || priceCents === 0) return null
  return Math.round(((priceCents - costCents) / priceCents) * 100)
}
