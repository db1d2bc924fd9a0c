import type { Bitmap } from './bitmap.ts'
import type { CountedRows, PanelRows } from './panel-rows.ts'
import type { ProductSets } from './product-sets.ts'

/** The counts of a set, each made when it is asked for. */
export class CountedSet implements CountedRows {
  readonly #set: Bitmap
  readonly #sets: ProductSets
  readonly #rows: PanelRows
  #total: number | null = null
  #brands: ArrayLike<number> | null = null
  #categories: ArrayLike<number> | null = null

  constructor(set: Bitmap, sets: ProductSets, rows: PanelRows) {
    this.#set = set
    this.#sets = sets
    this.#rows = rows
  }

  get total(): number {
    return (this.#total ??= this.#set.count())
  }

  get brands(): ArrayLike<number> {
    return (this.#brands ??= this.#sets.brands.countsIn(this.#set, this.total))
  }

  get categories(): ArrayLike<number> {
    return (this.#categories ??= this.#sets.categories.countsIn(this.#set, this.total))
  }

  countRows(rows: readonly number[], counts: Uint32Array): void {
    if (!this.#set.isEmpty()) return this.#rows.countIn(this.#set, rows, counts)
    for (const row of rows) counts[row] = 0
  }

  findRows(rows: readonly number[], found: Uint32Array): void {
    this.#rows.findIn(this.#set, rows, found)
  }
}
