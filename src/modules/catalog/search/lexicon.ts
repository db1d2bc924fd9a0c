/** So many new words wait unsorted; sorting them in walks over all words once. */
const MOST_WAITING = 4000

/**
 * Words in alphabetical order, each with a value. Two plain arrays: a tree of nodes takes five times the memory, which at
 * 50,000 products with numbers of their own is 20 MB. Looks up a word, all words with a beginning, and all words that
 * differ by a few letters.
 */
export class Lexicon<Value> {
  #words: string[] = []
  #values: Value[] = []
  /** Not sorted in yet. */
  #waiting = new Map<string, Value>()

  get(word: string): Value | undefined {
    const place = this.#placeOf(word)
    return this.#words[place] === word ? this.#values[place] : this.#waiting.get(word)
  }

  /** Sets the value of a word to what `change` makes of the one it has. */
  update(word: string, change: (value: Value | undefined) => Value): void {
    const place = this.#placeOf(word)
    if (this.#words[place] === word) {
      this.#values[place] = change(this.#values[place])
      return
    }
    this.#waiting.set(word, change(this.#waiting.get(word)))
    if (this.#waiting.size >= MOST_WAITING) this.#settle()
  }

  /** The words that begin like this, in alphabetical order. */
  *atPrefix(prefix: string): Generator<readonly [word: string, value: Value]> {
    this.#settle()
    for (let i = this.#placeOf(prefix); i < this.#words.length && (this.#words[i] as string).startsWith(prefix); i++) {
      yield [this.#words[i] as string, this.#values[i] as Value]
    }
  }

  /**
   * The words that are at most `most` letters away: one more, less or another. Neighbours share their beginning and with
   * it the rows of the distance table; a beginning that is too far away already is skipped with all its words.
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

  /** Puts another value in the place of each; words for which there is none are forgotten. */
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

  /** Sorts the waiting words in, from the back to the front, so that nothing has to be copied. */
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

  /** The place of the first word that does not come before this one. */
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

  /** The place of the first word behind `from` that does not begin like this; most often it is near. */
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

/** Levenshtein's table for one word: row n holds the distances of a beginning of n letters to every beginning of the word. */
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

  /** The smallest distance in a row: no longer beginning can come nearer. */
  least(row: number): number {
    return this.#least[row] as number
  }

  /** The distance of the whole beginning to the whole word. */
  distance(row: number): number {
    return this.#cells[row * this.#width + this.#width - 1] as number
  }

  /** Fills the row after this one, for a beginning that is one letter longer. */
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
