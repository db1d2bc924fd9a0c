/** The number of new words that may be unsorted; merging them walks over all words once. */
const MOST_WAITING = 4000

/**
 * A sorted map from words to values, with lookups by word, by prefix and by edit distance. It uses two plain arrays,
 * because a tree takes five times the memory: 20 MB for 50,000 products that each have a number.
 */
export class Lexicon<Value> {
  #words: string[] = []
  #values: Value[] = []
  /** New words that are not merged into the arrays yet. */
  #waiting = new Map<string, Value>()

  get(word: string): Value | undefined {
    const place = this.#placeOf(word)
    return this.#words[place] === word ? this.#values[place] : this.#waiting.get(word)
  }

  /** Replaces the value of a word with the result of `change`. */
  update(word: string, change: (value: Value | undefined) => Value): void {
    const place = this.#placeOf(word)
    if (this.#words[place] === word) {
      this.#values[place] = change(this.#values[place])
      return
    }
    this.#waiting.set(word, change(this.#waiting.get(word)))
    if (this.#waiting.size >= MOST_WAITING) this.#settle()
  }

  /** The words with this prefix, in alphabetical order. */
  *atPrefix(prefix: string): Generator<readonly [word: string, value: Value]> {
    this.#settle()
    for (let i = this.#placeOf(prefix); i < this.#words.length && (this.#words[i] as string).startsWith(prefix); i++) {
      yield [this.#words[i] as string, this.#values[i] as Value]
    }
  }

  /**
   * The words within an edit distance of `most`. Neighboring words share a prefix and with it the rows of the distance
   * table; a prefix that is already too far away is skipped with all its words.
   */
  *similar(word: string, most: number): Iterable<readonly [word: string, value: Value, distance: number]> {
    this.#settle()
    const table = new DistanceTable(word)
    let before = ''
    let known = 0
    for (let i = 0; i < this.#words.length;) {
      const candidate = this.#words[i] as string
      known = Math.min(known, sharedLength(before, candidate))
      before = candidate
      while (known < candidate.length && table.least(known) <= most) {
        table.grow(known, candidate.charCodeAt(known))
        known++
      }
      if (table.least(known) > most) {
        i = this.#placeAfter(candidate.slice(0, known), i)
        continue
      }
      const distance = table.distance(known)
      if (distance <= most) yield [candidate, this.#values[i] as Value, distance]
      i++
    }
  }

  /** Replaces every value with the result of `change`, and removes the words for which it returns undefined. */
  keep(change: (value: Value) => Value | undefined): void {
    this.#settle()
    let kept = 0
    for (let i = 0; i < this.#words.length; i++) {
      const value = change(this.#values[i] as Value)
      if (value === undefined) continue
      this.#words[kept] = this.#words[i] as string
      this.#values[kept] = value
      kept++
    }
    this.#words.length = kept
    this.#values.length = kept
  }

  /** Merges the waiting words into the arrays from back to front, so that no copy is needed. */
  #settle(): void {
    if (this.#waiting.size === 0) return
    const waiting = [...this.#waiting.keys()].sort((a, b) => (a < b ? -1 : 1))
    let from = this.#words.length - 1
    for (const word of waiting) {
      this.#words.push(word)
      this.#values.push(this.#waiting.get(word) as Value)
    }
    let to = this.#words.length - 1
    for (let next = waiting.length - 1; next >= 0; to--) {
      const word = waiting[next] as string
      if (from >= 0 && (this.#words[from] as string) > word) {
        this.#words[to] = this.#words[from] as string
        this.#values[to] = this.#values[from] as Value
        from--
      } else {
        this.#words[to] = word
        this.#values[to] = this.#waiting.get(word) as Value
        next--
      }
    }
    this.#waiting = new Map()
  }

  /** The position of the first word that does not sort before this one. */
  #placeOf(word: string): number {
    let low = 0
    let high = this.#words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#words[middle] as string) < word) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The position of the first word after `from` without this prefix; it is usually near. */
  #placeAfter(prefix: string, from: number): number {
    let step = 1
    while (from + step < this.#words.length && (this.#words[from + step] as string).startsWith(prefix)) step *= 2
    let low = from + (step >>> 1) + 1
    let high = Math.min(from + step, this.#words.length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#words[middle] as string).startsWith(prefix)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function sharedLength(a: string, b: string): number {
  let i = 0
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++
  return i
}

/** The Levenshtein table for one word: row n has the distances of a prefix of n letters to every prefix of the word. */
class DistanceTable {
  readonly #word: string
  readonly #width: number
  #cells: Uint16Array
  #least: Uint16Array

  constructor(word: string) {
    this.#word = word
    this.#width = word.length + 1
    this.#cells = Uint16Array.from({ length: this.#width * 32 }, (_, i) => i)
    this.#least = new Uint16Array(32)
  }

  /** The smallest distance in a row; no longer prefix can have a smaller one. */
  least(row: number): number {
    return this.#least[row] as number
  }

  /** The distance of the whole prefix to the whole word. */
  distance(row: number): number {
    return this.#cells[row * this.#width + this.#width - 1] as number
  }

  /** Fills the row after this one, for a prefix that is one letter longer. */
  grow(row: number, letter: number): void {
    if (row + 1 === this.#least.length) this.#double()
    const cells = this.#cells
    const above = row * this.#width
    const at = above + this.#width
    let least = (cells[above] as number) + 1
    cells[at] = least
    for (let i = 1; i < this.#width; i++) {
      const replaced = (cells[above + i - 1] as number) + (this.#word.charCodeAt(i - 1) === letter ? 0 : 1)
      const distance = Math.min(replaced, (cells[above + i] as number) + 1, (cells[at + i - 1] as number) + 1)
      cells[at + i] = distance
      if (distance < least) least = distance
    }
    this.#least[row + 1] = least
  }

  #double(): void {
    const [cells, least] = [this.#cells, this.#least]
    this.#cells = new Uint16Array(cells.length * 2)
    this.#cells.set(cells)
    this.#least = new Uint16Array(least.length * 2)
    this.#least.set(least)
  }
}
