/** How many of some products have each choice of the filter panel. */
export interface Counts {
  readonly total: number
  /** How many each brand has, by its number. Valid until the next change. */
  readonly brands: Uint32Array
  readonly categories: Uint32Array
  /** Writes how many each of these rows of the panel has to the place of the row. */
  countRows(rows: readonly number[], counts: Uint32Array): void
  /** Writes whether any has each of these rows to the place of the row: a number above 0, or 0. */
  findRows(rows: readonly number[], found: Uint32Array): void
}
