import { wordsOf } from '../domain/words.ts'
import type { Row } from './row.ts'

const MOST = 8
/** Places reserved for matching brands and categories. */
const FOR_BRANDS = 2
/** Names repeat in a catalog with many variants, so the search for further names stops after this many rows. */
const ROWS_READ = 400

/**
 * The suggestions of the search box: names of the best matches first, then their brands and categories that begin with
 * the text. No string appears twice, regardless of case.
 */
export function suggestionsFrom(rows: readonly Row[], words: readonly string[]): readonly string[] {
  const key = words.join(' ')
  const names = new Map<string, string>()
  const others = new Map<string, string>()
  const begins = (text: string) => wordsOf(text).join(' ').startsWith(key)
  for (let i = 0; i < rows.length && i < ROWS_READ; i++) {
    const { name, sortName, brand, category } = rows[i] as Row
    if (names.size < MOST) names.set(sortName, names.get(sortName) ?? name)
    const title = titleOf(category)
    if (begins(brand)) others.set(brand.toLowerCase(), others.get(brand.toLowerCase()) ?? brand)
    if (begins(title)) others.set(title.toLowerCase(), title)
  }
  for (const key of names.keys()) others.delete(key)
  const kept = [...others.values()].slice(0, FOR_BRANDS)
  return [...[...names.values()].slice(0, MOST - kept.length), ...kept]
}

/** "photo-printers" → "Photo Printers", as the listing's title writes it. */
function titleOf(category: string): string {
  return category
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
