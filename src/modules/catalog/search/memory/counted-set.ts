import type { Bitmap } from './bitmap.ts'
import type { PanelRows } from './panel-rows.ts'
import type { ProductSets } from './product-sets.ts'

/** How many of some products have each choice of the filter panel. */
export interface Counts {
  readonly total: number
  /** How many each brand has, by its number. Valid until the next change. */
  readonly brands: Uint32Array
  readonly categories: Uint32Array
  /** Writes how many each of these rows of the panel has to the place of the row. */
  countRows(rows: readonly number[], counts: Uint32Array): void
}

/** The counts of a set, each made when it is asked for. */
export class CountedSet implements Counts {
  readonly #set: Bitmap
  readonly #sets: ProductSets
  readonly #rows: PanelRows
  #total: number | null = null
  #brands: Uint32Array | null = null
  #categories: Uint32Array | null = null

  constructor(set: Bitmap, sets: ProductSets, rows: PanelRows) {
    this.#set = set
    this.#sets = sets
    this.#rows = rows
  }

  get total(): number {
    return (this.#total ??= this.#set.count())
  }

  get brands(): Uint32Array {
    return (this.#brands ??= this.#sets.brands.countsIn(this.#set, this.total))
  }

  get categories(): Uint32Array {
    return (this.#categories ??= this.#sets.categories.countsIn(this.#set, this.total))
  }

  countRows(rows: readonly number[], counts: Uint32Array): void {
    this.#rows.countIn(this.#set, rows, counts)
  }
}
