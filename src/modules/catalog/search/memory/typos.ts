import { grown } from './grown.ts'
import { hashOf, HashIndex, hashOfLetters } from './hash-index.ts'
import type { Lexicon, WordRange } from './lexicon.ts'
import type { SearchBudget } from './search-budget.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** Shorter words are never taken for another with a typo. */
const LEAST_LENGTH = 4
/** From this length on, a word may have two typos. */
const TWO_TYPOS_FROM = 8
/** Only the beginning of a word is looked up with letters left out; the rest is compared. */
const LOOKED_UP = 6
const LAST_ROUND = 0xffff_ffff
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
 * neighborhood). All words with one beginning share its up to 22 entries of 18 bytes, and have one each: of a catalog whose
 * article numbers are letters and begin alike, one search would otherwise walk through hundreds of thousands.
 */
export class Typos {
  readonly #lexicon: Lexicon
  readonly #keys = new HashIndex()
  /** By word: the round in which it was met last, … */
  #met = new Uint32Array(0)
  /** … which grows with each word that is looked up. */
  #round = 0

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Makes a new word of the lexicon known. */
  add(number: number, word: string): void {
    const digits = digitsOf(word)
    if (digits !== '') this.#keys.add(hashOf('#', digits), number)
    else if (word.length < LOOKED_UP) for (const rest of remaindersOf(word, 1)) this.#keys.add(rest, number)
    else this.#addLongWord(number, word.slice(0, LOOKED_UP))
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

  /** Makes room for further words, array by array. */
  makeRoom(): Iterable<void> {
    return this.#keys.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    this.#keys.save(writer)
  }

  load(reader: SnapshotReader): void {
    this.#keys.load(reader)
  }

  /** Two typos are allowed to words of eight letters, so another word of six may have two. */
  #addLongWord(number: number, beginning: string): void {
    const key = this.#keyOfBeginning(number)
    let isKnown = false
    for (const other of this.#numbersAt(key)) isKnown ||= this.#lexicon.beginsWith(other, beginning)
    if (!isKnown) for (const rest of remaindersOf(beginning, 2)) this.#keys.add(rest, number)
    this.#keys.add(key, number)
  }

  /** Of all words of letters that begin as a long one does. */
  #keyOfBeginning(number: number): number {
    return this.#lexicon.hashOfBeginning('=', number, LOOKED_UP)
  }

  *#numbersAt(key: number): Iterable<number> {
    for (let entry = this.#keys.last(key); entry >= 0; entry = this.#keys.previous(entry))
      yield this.#keys.valueOf(entry)
  }

  #wholeWords(word: string, budget: SearchBudget): SimilarWord[] {
    const most = word.length < TWO_TYPOS_FROM ? 1 : 2
    const digits = digitsOf(word)
    const distances = new Map<number, number>()
    const compare = (number: number) => {
      if (Math.abs(this.#lexicon.lengthOf(number) - word.length) > most || !budget.spend(COMPARISON)) return
      const distance = this.#lexicon.distanceOf(number, word, most)
      if (distance <= most && digitsOf(this.#lexicon.wordOf(number)) === digits) distances.set(number, distance)
    }
    if (digits !== '') this.#eachAt(hashOf('#', digits), budget, compare)
    else this.#eachLikeBeginning(word, most, budget, compare)
    for (const swapped of swapsOf(word)) {
      const number = this.#lexicon.find(swapped)
      if (number >= 0 && digitsOf(swapped) === digits) distances.set(number, 1)
    }
    return [...distances].map(([number, distance]) => ({ number, distance }))
  }

  /** Visits the words of letters whose beginning may be so many typos away from that of a word. */
  #eachLikeBeginning(word: string, most: number, budget: SearchBudget, visit: (number: number) => void): void {
    this.#startRound()
    for (const rest of remaindersOf(word, most))
      this.#eachAt(rest, budget, (number) => {
        if (this.#met[number] === this.#round) return
        this.#met[number] = this.#round
        if (this.#lexicon.lengthOf(number) < LOOKED_UP) visit(number)
        else if (budget.spend(COMPARISON)) this.#eachAt(this.#keyOfBeginning(number), budget, visit)
      })
  }

  #startRound(): void {
    this.#met = grown(this.#met, this.#lexicon.size)
    if (this.#round === LAST_ROUND) {
      this.#met.fill(0)
      this.#round = 0
    }
    this.#round++
  }

  /** Visits what has a key, as far as the budget goes. */
  #eachAt(key: number, budget: SearchBudget, visit: (number: number) => void): void {
    for (let entry = this.#keys.last(key); entry >= 0 && budget.spend(1); entry = this.#keys.previous(entry))
      visit(this.#keys.valueOf(entry))
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
        if (digits === '' || digitsOf(this.#lexicon.wordOf(number)).startsWith(digits))
          found.set(number, { number, distance: 2 })
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

/** The letters of a beginning, behind them what remains without one of them, and behind that without another. */
const REMAINING = new Uint16Array(3 * LOOKED_UP)

/**
 * The hashes of the beginning of a word, and of what remains of it without any one letter, or any two. Made of texts they
 * took most of the time of a new word.
 */
function remaindersOf(word: string, most: number): readonly number[] {
  const length = Math.min(word.length, LOOKED_UP)
  for (let i = 0; i < length; i++) REMAINING[i] = word.charCodeAt(i)
  const hashes: number[] = []
  addRemainders({ start: 0, end: length, from: 0, left: most }, hashes)
  return hashes
}

/** @param letters at which letter to begin to leave one out, and how many may be left out */
function addRemainders(
  { start, end, from, left }: { start: number; end: number; from: number; left: number },
  hashes: number[],
): void {
  const hash = hashOfLetters('-', REMAINING, start, end)
  if (!hashes.includes(hash)) hashes.push(hash)
  if (left === 0) return
  const next = start + LOOKED_UP
  for (let i = start + from; i < end; i++) {
    REMAINING.copyWithin(next, start, i)
    REMAINING.copyWithin(next + i - start, i + 1, end)
    addRemainders({ start: next, end: next + end - start - 1, from: i - start, left: left - 1 }, hashes)
  }
}

function* swapsOf(word: string): Iterable<string> {
  for (let i = 0; i + 1 < word.length; i++) {
    if (word[i] !== word[i + 1]) yield word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  }
}
