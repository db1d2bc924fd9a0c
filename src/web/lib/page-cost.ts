/** The cost of a page as people read it: 3.4 cents → "3.4¢". */
export function formatPageCost(cents: number): string {
  return `${cents.toFixed(1)}¢`
}
