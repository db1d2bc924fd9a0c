import { partsOf, wordsOf } from '../domain/words.ts'
import { WEIGHT } from './weights.ts'

export interface SearchAttempt {
  readonly words: readonly string[]
  readonly typos: boolean
  readonly leastWeight: number
}

/** Further words of a search are ignored. */
const MAX_WORDS = 12
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/**
 * How a search is tried, strictest first; the first attempt that finds something counts: with article numbers in one word,
 * as typed, "hp3301" as "hp 3301", "laser jet" as "laserjet", in the features, with typos.
 */
export function* attemptsFor(text: string): Iterable<SearchAttempt> {
  const words = searchedAmong(wordsOf(text))
  if (words.length === 0) return
  const numbers = searchedAmong(text.split(/\s+/).flatMap(numberAsWord))
  const exact = { typos: false, leastWeight: WEIGHT.tag }
  if (numbers.join(' ') !== words.join(' ')) yield { words: numbers, ...exact }
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
  yield { words, typos: false, leastWeight: WEIGHT.feature }
  yield { words, typos: true, leastWeight: WEIGHT.tag }
  if (parts.length > words.length) yield { words: parts, typos: true, leastWeight: WEIGHT.tag }
  yield { words, typos: true, leastWeight: WEIGHT.feature }
}

function searchedAmong(typed: readonly string[]): readonly string[] {
  const unique = [...new Set(typed)].slice(0, MAX_WORDS)
  const meaningful = unique.filter((word) => !FILLERS.has(word))
  // "to" may be the beginning of "toner", but a single letter means nothing.
  return meaningful.length > 0 ? meaningful : unique.filter((word) => word.length > 1)
}

/** "SYN-12" is one number: as two words it would also find whatever has "syn" in one place and "12" in another. */
function numberAsWord(typed: string): string[] {
  const words = wordsOf(typed)
  return /\d/.test(typed) ? [words.join('')] : words
}
