import type { CostPerPage } from '#contracts/catalog'

/** The cost of a page as people read it: 3.4 cents → "3.4¢". */
export function formatPageCost(cents: number): string {
  return `${cents.toFixed(1)}¢`
}

/** "3.4¢ black, 15.2¢ color", or as much of it as is known; null for nothing. */
export function pageCostInWords(cost: CostPerPage | undefined): string | null {
  const black = cost?.black ?? null
  const color = cost?.color ?? null
  if (black === null) return color === null ? null : formatPageCost(color)
  return color === null
    ? `${formatPageCost(black)} black`
    : `${formatPageCost(black)} black, ${formatPageCost(color)} color`
}
