/** How many products fit side by side. */
export const MOST_COMPARED = 4

/** The products that a comparison's address names ("3,1,3,x" → 3 and 1): whole numbers, none twice, at most four. */
export function comparedIds(text: string | null): readonly number[] {
  const ids = (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(isProductId)
    .map(Number)
  return [...new Set(ids)].slice(0, MOST_COMPARED)
}

/** A strict id: 0x10, 042 and 1e3 name no product. */
export function isProductId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}
