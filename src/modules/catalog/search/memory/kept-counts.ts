import { CountedSet } from './counted-set.ts'
import type { Counts } from './counts.ts'
import { BRAND, chosenIn, filterOf, type ChosenGroup } from './filter-groups.ts'
import { EVERY_ROW, type PanelRows } from './panel-rows.ts'
import type { Filter, ProductSets } from './product-sets.ts'
import { VersionedCache } from './versioned-cache.ts'

/** Each takes some 600 bytes, and four more per brand and category. */
const MAX_BYTES = 2 * 1024 * 1024
/** How many are made for one panel, so that a choice of many brands does not make it much more expensive. */
const MAX_MADE = 1

/** The counts under some choices of other groups than brands: of all products together, and of each brand. */
interface KeptUnder {
  ofAll: CopiedCounts | null
  /** By the number of the brand. */
  readonly ofBrand: (CopiedCounts | undefined)[]
}

/**
 * Counts of the products that some choices leave, kept until a product moves. A product has one brand, so the counts of
 * several brands are the sums of those of each: however visitors combine brands, few different counts are kept. A panel
 * takes some 10 microseconds with them, whether of 100,000 products or of 1,000, where counting it takes 60. The counts
 * of one brand cost as much as a panel, so they are made only when the other choices are asked for again.
 */
export class KeptCounts {
  readonly #sets: ProductSets
  readonly #rows: PanelRows
  /** By what is chosen beside brands. */
  readonly #kept = new VersionedCache<string, KeptUnder>(MAX_BYTES)

  constructor(sets: ProductSets, rows: PanelRows) {
    this.#sets = sets
    this.#rows = rows
  }

  /**
   * The counts of the products that the chosen groups leave; null when they must be counted.
   * @param ignored the groups that count as if nothing were chosen of them, as bits
   */
  find(groups: readonly ChosenGroup[], ignored: number): Counts | null {
    const chosen = chosenIn(groups, ignored)
    if (chosen === null) return null
    const { key, brands } = chosen
    const kept = this.#under(key)
    if (kept === null) return null
    const passing = () => filterOf(groups, ignored | BRAND)
    if (brands === null) return (kept.ofAll ??= this.#count(passing()))
    return this.#ofBrands(brands.numbersIn(this.#sets.brands), kept.ofBrand, passing)
  }

  /** Null when it is asked for the first time. */
  #under(key: string): KeptUnder | null {
    this.#kept.useFor(this.#sets.version)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    this.#kept.set(key, { ofAll: null, ofBrand: [] }, 2 * key.length + 200)
    return null
  }

  #ofBrands(brands: readonly number[], known: KeptUnder['ofBrand'], passing: () => Filter): Counts | null {
    const parts: CopiedCounts[] = []
    let made = 0
    for (const brand of brands) {
      let part = known[brand]
      if (part === undefined) {
        if (made++ === MAX_MADE) return null
        const own = this.#sets.brands.ownSetOf(brand)
        // The products of a rare brand would have to be looked for.
        if (own === null) return null
        part = this.#count([own, ...passing()])
        known[brand] = part
      }
      parts.push(part)
    }
    return new SummedCounts(parts)
  }

  #count(filter: Filter): CopiedCounts {
    const counts = new CopiedCounts(new CountedSet(this.#sets.shared(filter), this.#sets, this.#rows), this.#sets)
    this.#kept.addSize(counts.bytes)
    return counts
  }
}

/** What was counted once, all of it. */
class CopiedCounts implements Counts {
  readonly total: number
  readonly brands: Uint32Array
  readonly categories: Uint32Array
  readonly #rows = new Uint32Array(EVERY_ROW.length)

  constructor(counted: Counts, sets: ProductSets) {
    this.total = counted.total
    // Without the room that is left for further values.
    this.brands = counted.brands.slice(0, sets.brands.numbers)
    this.categories = counted.categories.slice(0, sets.categories.numbers)
    counted.countRows(EVERY_ROW, this.#rows)
  }

  get bytes(): number {
    return this.brands.byteLength + this.categories.byteLength + this.#rows.byteLength + 400
  }

  countRows(rows: readonly number[], counts: Uint32Array): void {
    for (const row of rows) counts[row] = this.#rows[row] as number
  }

  findRows(rows: readonly number[], found: Uint32Array): void {
    this.countRows(rows, found)
  }

  addRows(rows: readonly number[], counts: Uint32Array): void {
    const own = this.#rows
    for (const row of rows) counts[row] = (counts[row] as number) + (own[row] as number)
  }
}

/** The counts of products that are in one of several sets, of which no two share any. */
class SummedCounts implements Counts {
  readonly #parts: readonly CopiedCounts[]
  #brands: Uint32Array | null = null
  #categories: Uint32Array | null = null

  constructor(parts: readonly CopiedCounts[]) {
    this.#parts = parts
  }

  get total(): number {
    return this.#parts.reduce((sum, { total }) => sum + total, 0)
  }

  get brands(): Uint32Array {
    return (this.#brands ??= sumOf(this.#parts.map(({ brands }) => brands)))
  }

  get categories(): Uint32Array {
    return (this.#categories ??= sumOf(this.#parts.map(({ categories }) => categories)))
  }

  countRows(rows: readonly number[], counts: Uint32Array): void {
    for (const row of rows) counts[row] = 0
    for (const part of this.#parts) part.addRows(rows, counts)
  }

  findRows(rows: readonly number[], found: Uint32Array): void {
    this.countRows(rows, found)
  }
}

function sumOf(lists: readonly Uint32Array[]): Uint32Array {
  const sums = new Uint32Array(Math.max(0, ...lists.map(({ length }) => length)))
  for (const list of lists) for (let i = 0; i < list.length; i++) sums[i] = (sums[i] as number) + (list[i] as number)
  return sums
}
