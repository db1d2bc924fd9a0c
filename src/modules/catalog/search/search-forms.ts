import { searchFormsOf, wordsOf } from '../domain/words.ts'
import { perText } from './known-texts.ts'
import { fillers, addImpliedWords, spelled, withSizes } from './synonyms.ts'

/** What stands between two spaces of a text. */
interface Chunk {
  readonly forms: readonly string[]
  /** Those of the words that say something on their own. */
  readonly significant: readonly string[]
  /** The words in English and in the spelling of this shop. */
  readonly spelled: readonly string[]
  /** Whether that is how they are written. */
  readonly isSpelledSo: boolean
}

/** The forms of all words of a text, and what they mean together ("black and white": monochrome). */
export function formsOf(text: string): readonly string[] {
  const chunks = withSizes(text).split(/\s+/).map(chunkOf)
  const forms: string[] = []
  for (const chunk of chunks) for (const form of chunk.forms) forms.push(form)
  addMeanings(forms, chunks)
  return forms
}

/** The same for texts that many products have, such as brands and features. */
export const cachedFormsOf = perText(formsOf)

/**
 * The words among the first `most` of a text without their further forms, and what they mean together. Small numbers
 * ("250 sheets", "20 seconds") would be found for parts of model numbers, and are left out.
 */
export function plainFormsOf(text: string, most: number): readonly string[] {
  const chunks = withSizes(text).split(/\s+/, most).map(chunkOf)
  const forms: string[] = []
  for (const chunk of chunks) for (const word of chunk.significant) forms.push(word)
  addMeanings(forms, chunks)
  return forms
}

function addMeanings(forms: string[], chunks: readonly Chunk[]): void {
  const known: string[] = []
  for (const chunk of chunks) for (const word of chunk.spelled) known.push(word)
  if (!chunks.every((chunk) => chunk.isSpelledSo)) forms.push(...known)
  addImpliedWords(known, forms)
}

function isSignificant(word: string): boolean {
  if (/^\d/.test(word)) return word.length > 3 || /\D/.test(word)
  return word.length > 2 ? !fillers().has(word) : /\d/.test(word)
}

/** Most products repeat the same few words (brands, series, features). */
const chunkOf = perText((text): Chunk => {
  const words = wordsOf(text)
  const known = spelled(words)
  return {
    forms: [...searchFormsOf(text)],
    significant: words.filter(isSignificant),
    spelled: known,
    isSpelledSo: known.length === words.length && known.every((word, i) => word === words[i]),
  }
})
