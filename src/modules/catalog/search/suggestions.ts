import { fold, wordsOf } from '../domain/words.ts'

const MAX_SUGGESTIONS = 8
/** A shorter text begins too many names. */
const LEAST_LENGTH = 2
/** Places reserved for matching brands and categories. */
const FOR_BRANDS = 2
/** Names repeat in a catalog with many variants, so the search for further names stops after this many matches. */
export const MATCHES_READ = 400

/** What a suggestion may come from. */
export interface SuggestedMatch {
  readonly name: string
  readonly brand: string
  readonly category: string
}

/** The words of a text that suggestions are for; none when it is too short for any. */
export function suggestedWords(text: string): readonly string[] {
  return text.trim().length < LEAST_LENGTH ? [] : wordsOf(text)
}

/**
 * The suggestions of the search box: names of the best matches first, then their brands and categories that begin with
 * the text. No string appears twice, regardless of case and accents.
 */
export function suggestionsFrom(matches: Iterable<SuggestedMatch>, words: readonly string[]): readonly string[] {
  const key = words.join(' ')
  const names = new Map<string, string>()
  const others = new Map<string, string>()
  const begins = remembered((text) => wordsOf(text).join(' ').startsWith(key))
  const titleToShow = remembered((category) => {
    const title = categoryTitle(category)
    return begins(title) ? title : null
  })
  for (const match of matches) {
    if (names.size < MAX_SUGGESTIONS) {
      const { name } = match
      const folded = fold(name)
      names.set(folded, names.get(folded) ?? name)
    }
    const { brand } = match
    if (begins(brand)) others.set(fold(brand), others.get(fold(brand)) ?? brand)
    const title = titleToShow(match.category)
    if (title !== null) others.set(fold(title), title)
  }
  for (const key of names.keys()) others.delete(key)
  const kept = [...others.values()].slice(0, FOR_BRANDS)
  return [...[...names.values()].slice(0, MAX_SUGGESTIONS - kept.length), ...kept]
}

/** The same function, which works once for each text: brands and categories repeat. */
function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    let result = results.get(text)
    if (result === undefined) {
      result = work(text)
      results.set(text, result)
    }
    return result
  }
}

/** "photo-printers" → "Photo Printers", as the listing's title writes it. */
function categoryTitle(category: string): string {
  return category
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
