import { onFirstUse } from '#platform/concurrency/on-first-use'
import { CHOICES, type Choice } from '../domain/product-facets.ts'
import { wordsOf } from '../domain/words.ts'
import { perFact } from './known-texts.ts'
import { byFirstWord, phraseAt, standsAt, type Phrase } from './phrases.ts'
import { inEnglish } from './translations.ts'
import file from './synonyms.json' with { type: 'json' }

/** Words that stand for one. */
interface Synonym extends Phrase {
  readonly meaning: string
}

/** One or more typed words that mean one thing, and the word under which that is found. */
export interface Meaning {
  readonly typed: string
  readonly word: string
}

/** What a product has that can be chosen, and the words for it; in one category, or in all. */
interface WordsByChoice {
  readonly category?: string
  readonly has: readonly string[]
  readonly words: string
}

/** Words that say nothing. */
export const fillers = onFirstUse((): ReadonlySet<string> => new Set(file.fillers.flatMap(wordsOf)))

/** How a word is written here, by the other ways of writing it: colour → color. */
const spellings = onFirstUse(
  () =>
    new Map(Object.entries(file.spellings).flatMap(([word, others]) => others.map((other) => [other, word] as const))),
)

/** What a product has that any fact of this name speaks of ("Document feeder: 50 sheets"), unless it says no. */
export const foundByName = onFirstUse((): readonly Phrase[] =>
  file.foundByName.map((text) => ({ words: wordsOf(text) })),
)

const byChoice = onFirstUse(() =>
  file.foundByChoice.map(({ category, has, words }: WordsByChoice) => ({
    category,
    has: has.map((text) => choiceNamed(text)),
    words: wordsOf(words),
  })),
)

/** The spaces and the marks around the cross of a size ("4 × 6 in", 13" x 19"), but not where a number has decimals. */
const CROSS = /(?<=(?<![.\d])\d{1,3})(?:["″”]|\s?in\b)?\s{0,2}[x×]\s{0,2}(?=\d{1,3}(?![.\d]))/giu
/** Half as large again as A3, which plain A3 paper is not. */
const A3_PLUS = /\bA3 ?\+|\bsuper ?A3\b/giu

/** The space before the unit of a whole number ("80 mm"); "3 in 1" has none. */
const BEFORE_UNIT = /(?<=(?<![.,\d/x×])\d{1,3})\s?(?:(mm|cm)\b|(in|inch|inches)\b(?!\s\d)|["″](?=\s|$))/giu

/** Whatever one of the three finds has this; most texts have not, and looking behind each place takes longer. */
const MAY_HAVE_SIZES = /\d(?:\s{0,2}[x×]|\s?(?:mm|cm|in)|["″”])|A3/iu

/** In a text: what means the same, and what a product with these words is found by as well. */
const inTexts = onFirstUse(() =>
  byFirstWord([
    ...sameMeanings(),
    ...Object.entries(file.foundIn).flatMap(([meaning, phrases]) => phrases.map((phrase) => phraseOf(phrase, meaning))),
  ]),
)
const inSearches = onFirstUse(() => byFirstWord(sameMeanings()))

/** A text in which a size is one word: "4 × 6 in" → "4x6 in", "13 inches" → "13in", "A3+" → "A3 13x19". */
export function withSizes(text: string): string {
  if (!MAY_HAVE_SIZES.test(text)) return text
  return text
    .replace(A3_PLUS, 'A3 13x19')
    .replace(CROSS, 'x')
    .replace(BEFORE_UNIT, (_, metric?: string) => metric ?? 'in')
}

/** The words of a text in English and in the spelling of this shop. */
export function spelledWordsOf(text: string): string[] {
  return spelled(wordsOf(text))
}

/** Words in English and in the spelling of this shop. */
export function spelled(words: readonly string[]): string[] {
  const known: string[] = []
  for (const word of words) known.push(...spelledWord(word))
  return known
}

function spelledWord(word: string): readonly string[] {
  const own = spellings().get(word)
  return own === undefined ? inEnglish(word) : [own]
}

/** The words by which a product is found for what it can be chosen by: tabloid paper → a3. */
export function wordsForChoices(choices: readonly Choice[], category: string): readonly string[] {
  return wordsFor(category, choices.join())
}

const wordsFor = perFact((category, choices): readonly string[] => {
  const own = new Set(choices.split(','))
  return byChoice().flatMap(({ category: only = category, has, words }) =>
    only === category && has.every((choice) => own.has(choice)) ? [...words, ...impliedWordsOf(words)] : [],
  )
})

/** @throws Error that names what the file cannot mean */
function choiceNamed(text: string): Choice {
  const known = CHOICES.find((choice) => choice === text)
  if (known === undefined) throw new Error(`synonyms.json: there is no "${text}"`)
  return known
}

/** The words by which a text is found for what it means, beside its own: "Wi-Fi" → wifi, "two-sided" → duplex. */
export function impliedWordsOf(words: readonly string[]): readonly string[] {
  const known = spelled(words)
  const isSpelledSo = known.length === words.length && known.every((word, i) => word === words[i])
  const meanings = isSpelledSo ? [] : [...known]
  addImpliedWords(known, meanings)
  return meanings
}

/** Adds what words mean that are in English and in the spelling of this shop. */
export function addImpliedWords(known: readonly string[], meanings: string[]): void {
  const phrasesByWord = inTexts()
  for (let i = 0; i < known.length; i++) {
    const phrases = phrasesByWord.get(known[i] as string)
    if (phrases === undefined) continue
    for (const phrase of phrases) if (standsAt(known, i, phrase)) meanings.push(phrase.meaning)
  }
}

/** What the words of a search mean; of several meanings at one place the longest counts. */
export function meaningsOf(words: readonly string[]): readonly Meaning[] {
  const typed: string[] = []
  const known: string[] = []
  for (const each of words) {
    const parts = spelledWord(each)
    for (const part of parts) {
      // What was typed as one word can be left out part by part.
      typed.push(parts.length > 1 ? part : each)
      known.push(part)
    }
  }
  const meanings: Meaning[] = []
  for (let i = 0; i < known.length;) {
    const { word, length } = meaningAt(known, i)
    meanings.push({ typed: length === 1 ? (typed[i] as string) : typed.slice(i, i + length).join(' '), word })
    i += length
  }
  return meanings
}

/** What stands at a place of the words of a search, which are spelled as in this shop, and how many words say it. */
export function meaningAt(known: readonly string[], place: number): { readonly word: string; readonly length: number } {
  const word = known[place] ?? ''
  const phrase = phraseAt(inSearches(), known, place)
  return { word: phrase?.meaning ?? word, length: phrase?.words.length ?? 1 }
}

/** The first of a group stands for all of them. */
function sameMeanings(): readonly Synonym[] {
  return file.same.flatMap(([meaning = '', ...others]) => others.map((phrase) => phraseOf(phrase, meaning)))
}

function phraseOf(text: string, meaning: string): Synonym {
  return { words: spelledWordsOf(withSizes(text)), meaning }
}
