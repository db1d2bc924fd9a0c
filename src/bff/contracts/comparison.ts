/** How many products fit side by side. */
export const MAX_COMPARED = 4

/** The product numbers in a comparison's URL ("3,1,3,x" → 3 and 1), without duplicates and at most four. */
export function comparedIds(text: string | null): readonly number[] {
  const ids = (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(isProductId)
    .map(Number)
  return [...new Set(ids)].slice(0, MAX_COMPARED)
}

/** Whether a text is a product number in its only written form: 0x10, 042 and 1e3 are not. */
export function isProductId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}
