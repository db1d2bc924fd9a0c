import { grown } from './grown.ts'

/** More than any distance that is asked for. */
const FAR = 0xff

/** The row of the distance table; kept, because a search compares thousands of words. */
let row = new Uint16Array(0)

/**
 * How many letters must be added, removed or replaced to make a text of a word; Infinity above `most`. What both begin and
 * end with is left out, and of the table only what is near enough to its diagonal is worked out.
 * @param chars has the letters of the word from `start` on
 */
export function editDistance(
  { chars, start, length }: { readonly chars: Uint16Array; readonly start: number; readonly length: number },
  text: string,
  most: number,
): number {
  let from = 0
  let [end, textEnd] = [length, text.length]
  while (from < end && from < textEnd && chars[start + from] === text.charCodeAt(from)) from++
  while (end > from && textEnd > from && chars[start + end - 1] === text.charCodeAt(textEnd - 1)) {
    end--
    textEnd--
  }
  const [width, height] = [end - from, textEnd - from]
  if (Math.abs(width - height) > most) return Infinity
  if (width === 0 || height === 0) return width + height
  row = grown(row, width + 2)
  for (let j = 0; j <= Math.min(width, most); j++) row[j] = j
  row[most + 1] = FAR
  for (let i = 1; i <= height; i++) {
    const letter = text.charCodeAt(from + i - 1)
    const first = Math.max(1, i - most)
    const last = Math.min(width, i + most)
    let diagonal = row[first - 1] as number
    let left = first === 1 ? i : FAR
    let least = left
    row[first - 1] = left
    for (let j = first; j <= last; j++) {
      const above = row[j] as number
      const replaced = diagonal + (letter === chars[start + from + j - 1] ? 0 : 1)
      left = Math.min(replaced, above + 1, left + 1)
      row[j] = left
      if (left < least) least = left
      diagonal = above
    }
    if (least > most) return Infinity
    row[last + 1] = FAR
  }
  const distance = row[width] as number
  return distance <= most ? distance : Infinity
}
