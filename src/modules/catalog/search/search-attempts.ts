import { partsOf, wordsOf } from '../domain/words.ts'
import { kindWordsOf } from './search-intent.ts'
import { fillers, meaningsOf, withSizes, type Meaning } from './synonyms.ts'
import { WEIGHT } from './weights.ts'

export interface SearchAttempt {
  readonly words: readonly string[]
  /** Whether words that are like one of these stand for it. */
  readonly typos: boolean
  /** A word of a product with a lower weight does not count (`weights.ts`). */
  readonly leastWeight: number
}

/** Further words of a search are ignored. */
const MAX_WORDS = 12

/**
 * How a search is tried, strictest first; the first attempt that finds something counts: with article numbers in one
 * word, by what the words mean, "hp3301" as "hp 3301", "laser jet" as "laserjet", in the descriptions, as typed, with
 * typos.
 */
export function* attemptsFor(text: string): Iterable<SearchAttempt> {
  const sized = withSizes(text)
  const typed = wordsOf(sized)
  const words = searchedAmong(meaningsOf(typed))
  if (words.length === 0) return
  const exact = { typos: false, leastWeight: WEIGHT.specification }
  if (/\d/.test(sized)) {
    const numbers = searchedAmong(meaningsOf(sized.split(/\s+/).flatMap(numberAsWord)))
    if (numbers.join(' ') !== words.join(' ')) yield { words: numbers, ...exact }
  }
  yield { words, ...exact }
  const parts = words.flatMap(partsOf).slice(0, MAX_WORDS)
  if (parts.length > words.length) yield { words: parts, ...exact }
  if (words.length > 1) {
    yield { words: [words.join('')], ...exact }
    if (words.length > 2) {
      for (let i = 0; i + 1 < words.length; i++)
        yield { words: words.toSpliced(i, 2, `${words[i]}${words[i + 1]}`), ...exact }
    }
  }
  yield { words, typos: false, leastWeight: WEIGHT.description }
  const plain = searchedAmong(typed.map((word) => ({ typed: word, word })))
  if (plain.join(' ') !== words.join(' ')) yield { words: plain, typos: false, leastWeight: WEIGHT.description }
  yield { words, typos: true, leastWeight: WEIGHT.specification }
  if (parts.length > words.length) yield { words: parts, typos: true, leastWeight: WEIGHT.specification }
  yield { words, typos: true, leastWeight: WEIGHT.description }
}

/** The words of a search, each with how it was typed. */
export function searchedMeanings(text: string): readonly Meaning[] {
  return significantOf(meaningsOf(wordsOf(withSizes(text))))
}

/** Looks for one word in every field, and for similar ones when there are none. */
export function anywhere(word: string): SearchAttempt {
  return { words: [word], typos: true, leastWeight: WEIGHT.description }
}

/** "gx3573", "9015e", "2850", but no "600dpi": what a maker calls one machine. */
const MODEL = /^(?=.*\d{3})[\p{L}\d-]{4,}$/u
const MEASURE = /^\d+(?:dpi|mm|cm|in|ppm|ipm|gsm|g|gb|mb|ml|m|w|v|x\d+)$/
/** Products of a machine and its supplies. A number that more have is no model. */
const MAX_OF_A_MODEL = 12

/** Whether a word that these many products have names one of them. */
function isModel(word: string, count: number): boolean {
  return count > 0 && count <= MAX_OF_A_MODEL && MODEL.test(word) && !MEASURE.test(word)
}

/**
 * The searches that are tried when no product has all words: without the rarest, then without the next, as long as every
 * word that is left is found at all. What the thing is goes last: a search for 4x6 labels is better answered with other
 * labels than with photo paper of that size, and one for a model with that model than with all that has its other words.
 * @param words those of the text, without fillers
 * @param counts how many products have each of the words
 */
export function* searchesWithoutRarest(
  text: string,
  words: readonly Meaning[],
  counts: readonly number[],
): Iterable<string> {
  const kind = kindWordsOf(text)
  let left = words.map((meaning, i) => ({
    meaning,
    count: counts[i] ?? 0,
    isThing: meaning.typed.split(' ').some((word) => kind.has(word)) || isModel(meaning.word, counts[i] ?? 0),
  }))
  while (left.length > 1) {
    const others = left.filter(({ count, isThing }) => !isThing || count === 0)
    const rarest = (others.length > 0 ? others : left).reduce((least, each) =>
      each.count < least.count ? each : least,
    )
    left = left.filter((each) => each !== rarest)
    if (left.some(({ count }) => count === 0)) continue
    yield left.map(({ meaning }) => meaning.typed).join(' ')
  }
}

function searchedAmong(meanings: readonly Meaning[]): readonly string[] {
  return significantOf(meanings).map(({ word }) => word)
}

/** Each word once, as it was typed last, without fillers. */
function significantOf(meanings: readonly Meaning[]): readonly Meaning[] {
  const unique: Meaning[] = []
  for (const meaning of meanings) {
    const at = unique.findIndex(({ word }) => word === meaning.word)
    if (at >= 0) unique[at] = meaning
    else if (unique.length < MAX_WORDS) unique.push(meaning)
  }
  const meaningful = unique.filter(({ word }) => !fillers().has(word))
  // "to" may be the beginning of "toner", but a single letter means nothing.
  return meaningful.length > 0 ? meaningful : unique.filter(({ word }) => word.length > 1)
}

/** "SYN-12" is one number: as two words it would also find whatever has "syn" in one place and "12" in another. */
function numberAsWord(typed: string): string[] {
  const words = wordsOf(typed)
  return /\d/.test(typed) ? [words.join('')] : words
}
