import {
  choiceOf,
  CHOICES,
  chosenOf,
  FACET_NAMES,
  FACETS,
  SHORTCUT_NAMES,
  SHORTCUTS,
  type Choice,
  type FacetName,
  type ShortcutName,
} from '../../domain/product-facets.ts'
import { PRICE_RANGES, type FilterGroup, type PriceRange } from '../../domain/product-query.ts'
import { BitRows } from './bit-rows.ts'
import type { Bitmap } from './bitmap.ts'
import { bitsOf } from './filter-groups.ts'
import type { ProductSets } from './product-sets.ts'

/** A choice of the filter panel that has a set of products, and the groups that its count ignores. */
interface PanelRow {
  readonly setIn: (sets: ProductSets) => Bitmap
  readonly bits: number
}

const ROWS: PanelRow[] = []
function addRow(groups: readonly FilterGroup[], setIn: PanelRow['setIn']): number {
  return ROWS.push({ bits: bitsOf(groups), setIn }) - 1
}

/** The first rows are those of `CHOICES`. */
const ROW_OF_CHOICE: ReadonlyMap<Choice, number> = new Map(
  FACET_NAMES.flatMap((facet) =>
    FACETS[facet].map((value) => {
      const choice = choiceOf(facet, value)
      return [choice, addRow([facet], (sets) => sets.ofChoice(choice))] as const
    }),
  ),
)
export const ROWS_OF_RANGES: readonly { readonly range: PriceRange; readonly row: number }[] = PRICE_RANGES.map(
  (range) => ({ range, row: addRow(['price'], (sets) => sets.inPriceRange(range)) }),
)
export const ROW_OF_STOCK = addRow(['stock'], (sets) => sets.stock.in)
/** In the order of `SHORTCUT_NAMES`. */
export const ROWS_OF_SHORTCUTS: readonly number[] = SHORTCUT_NAMES.map(rowOf)

/** A shortcut to one choice is that choice. */
function rowOf(name: ShortcutName): number {
  const shortcut = SHORTCUTS[name]
  if ('price' in shortcut) return addRow(['price'], (sets) => sets.ofShortcut(name))
  const chosen = FACET_NAMES.flatMap((facet) => chosenOf(shortcut.choices, facet))
  const [only] = chosen
  const row = chosen.length === 1 && only !== undefined ? ROW_OF_CHOICE.get(only) : undefined
  return row ?? addRow(Object.keys(shortcut.choices) as FacetName[], (sets) => sets.ofShortcut(name))
}

/** Products of which rows are counted. */
export interface CountedRows {
  /** Writes how many of them each of these rows of the panel has to the place of the row. */
  countRows(rows: readonly number[], counts: Uint32Array): void
  /** Writes whether any of them has each of these rows to the place of the row: a number above 0, or 0. */
  findRows(rows: readonly number[], found: Uint32Array): void
}

/** Combinations of groups of which something is chosen. */
const MAX_GROUPED = 64

const EVERY_ROW: readonly number[] = [...ROWS.keys()]

/** Where the numbers of a panel stand: by row, then all products, then by the number of the category. */
export const TOTAL = ROWS.length
export const CATEGORIES = TOTAL + 1

/** How many products each choice of the filter panel would leave, but those of brands, categories and models. */
export class PanelRows {
  readonly #sets: ProductSets
  readonly #rows = new BitRows()
  /** The version of the sets of which the rows are a copy. */
  #version = -1
  readonly #occurring = new Uint32Array(CHOICES.length)
  /** By what is chosen. */
  readonly #grouped = new Map<number, ReadonlyMap<number, readonly number[]>>()

  constructor(sets: ProductSets) {
    this.#sets = sets
  }

  /**
   * Counts all choices.
   * @param chosen the groups of which something is chosen, as bits
   * @param beside the products under all choices but those of some groups
   * @param counts where it is written, by row
   */
  count(chosen: number, beside: (bits: number) => CountedRows, counts: Uint32Array): void {
    for (const [bits, rows] of this.#rowsBeside(chosen)) beside(bits).countRows(rows, counts)
  }

  /**
   * Which choices some product has within the same category and search, whatever else is chosen. Valid until the next
   * call.
   * @param counts how many have them under the other choices
   * @returns by the place of the choice in `CHOICES`: a number above 0, or 0
   */
  occurring(counts: Uint32Array, scope: CountedRows): Uint32Array {
    const occurring = this.#occurring
    const missing: number[] = []
    for (let row = 0; row < CHOICES.length; row++) {
      occurring[row] = counts[row] as number
      if (counts[row] === 0) missing.push(row)
    }
    if (missing.length > 0) scope.findRows(missing, occurring)
    return occurring
  }

  /** Writes how many products of a set are in each of these rows to the place of the row. */
  countIn(set: Bitmap, rows: readonly number[], counts: Uint32Array): void {
    this.#upToDate().countShared(set, rows, counts)
  }

  /** Writes 1 to the places of those of these rows that have a product of a set, and 0 to those of the others. */
  findIn(set: Bitmap, rows: readonly number[], found: Uint32Array): void {
    this.#upToDate().findShared(set, rows, found)
  }

  #upToDate(): BitRows {
    if (this.#version !== this.#sets.version) {
      this.#rows.copy(ROWS.map(({ setIn }) => setIn(this.#sets)))
      this.#version = this.#sets.version
    }
    return this.#rows
  }

  /** The rows by what their counts ignore of the chosen groups. */
  #rowsBeside(chosen: number): ReadonlyMap<number, readonly number[]> {
    const known = this.#grouped.get(chosen)
    if (known !== undefined) return known
    const grouped = new Map<number, number[]>()
    for (const row of EVERY_ROW) {
      const bits = (ROWS[row] as PanelRow).bits & chosen
      const rows = grouped.get(bits)
      if (rows === undefined) grouped.set(bits, [row])
      else rows.push(row)
    }
    if (this.#grouped.size >= MAX_GROUPED) this.#grouped.clear()
    this.#grouped.set(chosen, grouped)
    return grouped
  }
}
