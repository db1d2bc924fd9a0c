import { grown } from './grown.ts'
import { hashOf, HashIndex } from './hash-index.ts'
import type { Lexicon, WordRange } from './lexicon.ts'
import type { SearchBudget } from './search-budget.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** Shorter words are never taken for another with a typo. */
const LEAST_LENGTH = 4
/** From this length on, a word may have two typos. */
const TWO_TYPOS_FROM = 8
/** Only the beginning of a word is looked up with letters left out; the rest is compared. */
const LOOKED_UP = 6
/** What comparing two words costs in a search's budget. */
const COMPARISON = 20
/**
 * How many longer words a misspelled beginning stands for. All article numbers of a catalog may begin with the same three
 * letters, and to gather a hundred thousand words for each word of a search took a second.
 */
const MAX_BEGINNINGS = 1000

/** A word that was probably meant, and by how many typos it differs. */
export interface SimilarWord {
  readonly number: number
  readonly distance: number
}

/**
 * Finds the words that differ by a typo without walking over all words. A typo in a number is another number, so words
 * with digits are looked up by their digits. Words of letters are looked up by what remains of their beginning when one
 * or two letters are left out: two words within so many typos have such a remainder in common (a deletion
 * neighborhood). A word of letters takes up to 22 entries of 18 bytes; a catalog has far fewer of them than model
 * numbers.
 */
export class Typos {
  readonly #lexicon: Lexicon
  readonly #keys = new HashIndex()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Makes a new word of the lexicon known. */
  add(number: number, word: string): void {
    const digits = digitsOf(word)
    if (digits !== '') this.#keys.add(hashOf('#', digits), number)
    // Two typos are allowed to words of eight letters, so the other word has six at least.
    else for (const rest of remaindersOf(word, word.length < TWO_TYPOS_FROM - 2 ? 1 : 2)) this.#keys.add(rest, number)
  }

  /**
   * The words within one typo (a letter added, missing or replaced, two letters swapped), or two from eight letters on;
   * when there is none, the words with a beginning that is one typo away.
   * @param isUsed whether any product has the word
   */
  similarTo(word: string, isUsed: (number: number) => boolean, budget: SearchBudget): SimilarWord[] {
    if (word.length < LEAST_LENGTH) return []
    const used = (words: SimilarWord[]) => words.filter(({ number }) => isUsed(number))
    const whole = used(this.#wholeWords(word, budget))
    return whole.length > 0 ? whole : this.#beginnings(word, isUsed, budget)
  }

  save(writer: SnapshotWriter): void {
    this.#keys.save(writer)
  }

  load(reader: SnapshotReader): void {
    this.#keys.load(reader)
  }

  #wholeWords(word: string, budget: SearchBudget): SimilarWord[] {
    const most = word.length < TWO_TYPOS_FROM ? 1 : 2
    const digits = digitsOf(word)
    const distances = new Map<number, number>()
    for (const key of digits === '' ? remaindersOf(word, most) : [hashOf('#', digits)]) {
      for (let entry = this.#keys.last(key); entry >= 0; entry = this.#keys.previous(entry)) {
        const number = this.#keys.valueOf(entry)
        if (distances.has(number) || Math.abs(this.#lexicon.lengthOf(number) - word.length) > most) continue
        if (!budget.spend(COMPARISON)) break
        const other = this.#lexicon.wordOf(number)
        distances.set(number, digitsOf(other) === digits ? editDistance(word, other, most) : Infinity)
      }
    }
    for (const swapped of swapsOf(word)) {
      const number = this.#lexicon.find(swapped)
      if (number >= 0 && digitsOf(swapped) === digits) distances.set(number, 1)
    }
    return [...distances].filter(([, distance]) => distance <= most).map(([number, distance]) => ({ number, distance }))
  }

  /** The longer words of which some beginning is one typo away from the word; the first letter is always right. */
  #beginnings(word: string, isUsed: (number: number) => boolean, budget: SearchBudget): SimilarWord[] {
    const digits = digitsOf(word)
    const found = new Map<number, SimilarWord>()
    const collect = (beginning: string, within: WordRange) => {
      if (!mayHaveDigits(beginning, digits)) return
      const { from, to } = this.#lexicon.withPrefix(beginning, within)
      const words = this.#lexicon.sorted
      for (let i = from; i < to && found.size < MAX_BEGINNINGS && budget.spend(1); i++) {
        const number = words[i] as number
        if (this.#lexicon.lengthOf(number) <= word.length || !isUsed(number)) continue
        budget.spend(COMPARISON)
        if (digitsOf(this.#lexicon.wordOf(number)).startsWith(digits)) found.set(number, { number, distance: 2 })
      }
    }
    let sharing: WordRange | undefined
    for (let i = 1; i < word.length; i++) {
      const right = word.slice(0, i)
      sharing = this.#lexicon.withPrefix(right, sharing)
      if (sharing.from === sharing.to) break
      collect(right + word.slice(i + 1), sharing)
      if (i + 1 < word.length) collect(`${right}${word[i + 1]}${word[i]}${word.slice(i + 2)}`, sharing)
      for (const [letter, range] of this.#lexicon.nextLetters(right, sharing)) {
        if (letter === word[i] || !budget.spend(COMPARISON)) continue
        collect(right + letter + word.slice(i + 1), range)
        collect(right + letter + word.slice(i), range)
      }
    }
    return [...found.values()]
  }
}

/** Letter by letter: an expression takes five times as long, and a search asks for those of hundreds of words. */
function digitsOf(word: string): string {
  let digits = ''
  for (let i = 0; i < word.length; i++) if (isDigit(word.charCodeAt(i))) digits += word[i]
  return digits
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether the digits of a word with this beginning may begin with these, which most typos in a number rule out. */
function mayHaveDigits(beginning: string, digits: string): boolean {
  let next = 0
  for (let i = 0; i < beginning.length && next < digits.length; i++)
    if (isDigit(beginning.charCodeAt(i)) && beginning.charCodeAt(i) !== digits.charCodeAt(next++)) return false
  return true
}

/** The hashes of the beginning of a word, and of what remains of it without any one letter, or any two. */
function remaindersOf(word: string, most: number): Set<number> {
  const hashes = new Set<number>()
  const leaveOut = (text: string, from: number, left: number) => {
    hashes.add(hashOf('-', text))
    if (left > 0) for (let i = from; i < text.length; i++) leaveOut(text.slice(0, i) + text.slice(i + 1), i, left - 1)
  }
  leaveOut(word.slice(0, LOOKED_UP), 0, most)
  return hashes
}

function* swapsOf(word: string): Iterable<string> {
  for (let i = 0; i + 1 < word.length; i++) {
    if (word[i] !== word[i + 1]) yield word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  }
}

/** The row of the distance table; kept, because a search compares hundreds of words. */
let row = new Uint16Array(0)

/** How many letters must be added, removed or replaced to make one word of the other; Infinity above `most`. */
function editDistance(a: string, b: string, most: number): number {
  row = grown(row, b.length + 1)
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 0; i < a.length; i++) {
    let diagonal = i
    let least = i + 1
    row[0] = least
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] as number
      const replaced = diagonal + (a.charCodeAt(i) === b.charCodeAt(j - 1) ? 0 : 1)
      const distance = Math.min(replaced, above + 1, (row[j - 1] as number) + 1)
      row[j] = distance
      if (distance < least) least = distance
      diagonal = above
    }
    if (least > most) return Infinity
  }
  const distance = row[b.length] as number
  return distance <= most ? distance : Infinity
}
