import { searchFormsOf, wordsOf } from '../domain/words.ts'
import { FILLERS, meaningsIn, withSizes } from './synonyms.ts'

interface KnownForms {
  readonly words: readonly string[]
  readonly forms: ReadonlySet<string>
}

const MOST_KNOWN = 2000
/** Most products repeat the same few words (brands, series, features), so knowing them halves the time of a fill. */
const known = new Map<string, KnownForms>()

/** The forms of all words of a text, and what they mean together ("black and white": monochrome). */
export function* cachedFormsOf(text: string): Iterable<string> {
  const words: string[] = []
  for (const chunk of withSizes(text).split(/\s+/)) {
    const { forms, words: own } = knownFormsOf(chunk)
    yield* forms
    words.push(...own)
  }
  yield* meaningsIn(words)
}

/**
 * The words among the first `most` of a text without their further forms, and what they mean together. Small numbers
 * ("250 sheets", "20 seconds") would be found for parts of model numbers, and are left out.
 */
export function* plainFormsOf(text: string, most: number): Iterable<string> {
  const words: string[] = []
  for (const chunk of withSizes(text).split(/\s+/, most)) words.push(...knownFormsOf(chunk).words)
  for (const word of words) if (isTelling(word)) yield word
  yield* meaningsIn(words)
}

function isTelling(word: string): boolean {
  if (/^\d/.test(word)) return word.length > 3 || /\D/.test(word)
  return word.length > 2 ? !FILLERS.has(word) : /\d/.test(word)
}

function knownFormsOf(chunk: string): KnownForms {
  let forms = known.get(chunk)
  if (forms === undefined) {
    forms = { words: wordsOf(chunk), forms: searchFormsOf(chunk) }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(chunk, forms)
  }
  return forms
}
