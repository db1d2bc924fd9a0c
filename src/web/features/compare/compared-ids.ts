/** How many products fit side by side. */
export const MOST_COMPARED = 4

/** The products that an address asks for ("3,1,3,x" → 3 and 1): whole numbers, none twice, at most four. */
export function readIds(text: string | null): readonly number[] {
  const ids = (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number)
  return [...new Set(ids)].slice(0, MOST_COMPARED)
}
