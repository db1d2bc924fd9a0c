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
import type { Counts } from './counts.ts'
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
const ROW_OF_RANGE: ReadonlyMap<PriceRange, number> = new Map(
  PRICE_RANGES.map((range) => [range, addRow(['price'], (sets) => sets.inPriceRange(range))]),
)
const ROW_OF_STOCK = addRow(['stock'], (sets) => sets.stock.in)
const ROW_OF_SHORTCUT: ReadonlyMap<ShortcutName, number> = new Map(SHORTCUT_NAMES.map((name) => [name, rowOf(name)]))

/** A shortcut to one choice is that choice. */
function rowOf(name: ShortcutName): number {
  const shortcut = SHORTCUTS[name]
  if ('price' in shortcut) return addRow(['price'], (sets) => sets.ofShortcut(name))
  const chosen = FACET_NAMES.flatMap((facet) => chosenOf(shortcut.choices, facet))
  const [only] = chosen
  const row = chosen.length === 1 && only !== undefined ? ROW_OF_CHOICE.get(only) : undefined
  return row ?? addRow(Object.keys(shortcut.choices) as FacetName[], (sets) => sets.ofShortcut(name))
}

/** Combinations of groups of which something is chosen. */
const MAX_GROUPED = 64

export const EVERY_ROW: readonly number[] = [...ROWS.keys()]

/** How many products each choice of the filter panel would leave, but those of brands, categories and models. */
export class PanelRows {
  readonly #sets: ProductSets
  readonly #rows = new BitRows()
  /** The version of the sets of which the rows are a copy. */
  #version = -1
  readonly #counts = new Uint32Array(ROWS.length)
  /** Of the choices that no product has under the others: above 0 when one has them whatever else is chosen. */
  readonly #inScope = new Uint32Array(ROWS.length)
  /** By what is chosen. */
  readonly #grouped = new Map<number, ReadonlyMap<number, readonly number[]>>()

  constructor(sets: ProductSets) {
    this.#sets = sets
  }

  /**
   * Counts all choices; the counts are valid until the next call.
   * @param chosen the groups of which something is chosen, as bits
   * @param beside the products under all choices but those of some groups
   * @param scope the products whatever is chosen within the same category and search
   */
  count(chosen: number, beside: (bits: number) => Counts, scope: Counts): void {
    for (const [bits, rows] of this.#rowsBeside(chosen)) beside(bits).countRows(rows, this.#counts)
    const missing: number[] = []
    for (let row = 0; row < CHOICES.length; row++) if (this.#counts[row] === 0) missing.push(row)
    if (missing.length > 0) scope.findRows(missing, this.#inScope)
  }

  /** Writes how many products of a set are in each of these rows to the place of the row. */
  countIn(set: Bitmap, rows: readonly number[], counts: Uint32Array): void {
    this.#upToDate().countShared(set, rows, counts)
  }

  /** Writes 1 to the places of those of these rows that have a product of a set, and 0 to those of the others. */
  findIn(set: Bitmap, rows: readonly number[], found: Uint32Array): void {
    this.#upToDate().findShared(set, rows, found)
  }

  /** @param place that of the choice in `CHOICES` */
  ofChoice(place: number): number {
    return this.#counts[place] ?? 0
  }

  ofRange(range: PriceRange): number {
    return this.#counts[ROW_OF_RANGE.get(range) ?? 0] ?? 0
  }

  ofShortcut(name: ShortcutName): number {
    return this.#counts[ROW_OF_SHORTCUT.get(name) ?? 0] ?? 0
  }

  get inStock(): number {
    return this.#counts[ROW_OF_STOCK] ?? 0
  }

  /** Whether any product has it, whatever else is chosen within the same category and search. */
  occurs(place: number): boolean {
    return (this.#counts[place] ?? 0) > 0 || (this.#inScope[place] ?? 0) > 0
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
