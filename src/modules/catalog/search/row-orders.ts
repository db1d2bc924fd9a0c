import type { ProductSort } from '../domain/product-query.ts'
import type { StaffProductSort } from '../domain/staff-query.ts'
import type { Row } from './row.ts'

type Compare = (a: Row, b: Row) => number

const byId: Compare = (a, b) => a.id - b.id
const first = (a: boolean, b: boolean): number => Number(b) - Number(a)

/** The sort options of the listing (specification 1, section 4); the id last, so that pages never overlap. */
export const COMPARE: Readonly<Record<ProductSort, Compare>> = {
  featured: (a, b) =>
    first(a.isFeatured, b.isFeatured) || first(a.isBestseller, b.isBestseller) || b.rating - a.rating || byId(a, b),
  'price-low': (a, b) => a.priceCents - b.priceCents || byId(a, b),
  'price-high': (a, b) => b.priceCents - a.priceCents || byId(a, b),
  name: (a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : byId(a, b)),
  rating: (a, b) => b.rating - a.rating || byId(a, b),
}

/** The orders of the staff's table, sorted on request, because sales change some of them all the time. */
export const STAFF_ORDERS: Readonly<Record<StaffProductSort, Compare>> = {
  newest: (a, b) => b.id - a.id,
  name: COMPARE.name,
  'price-low': COMPARE['price-low'],
  'price-high': COMPARE['price-high'],
  'stock-low': (a, b) => a.stockQuantity - b.stockQuantity || byId(a, b),
  'stock-high': (a, b) => b.stockQuantity - a.stockQuantity || byId(a, b),
  updated: (a, b) => b.updatedAt - a.updatedAt || byId(a, b),
}

/**
 * All rows in every order, so that a list needs no sorting. Changes are made in place, because an import of 50,000 rows
 * would otherwise leave a hundred copies of each order to the garbage collector.
 */
export class RowOrders {
  readonly #orders = new Map<ProductSort, Row[]>()

  constructor(rows: readonly Row[]) {
    for (const sort of Object.keys(COMPARE) as ProductSort[]) this.#orders.set(sort, rows.toSorted(COMPARE[sort]))
  }

  /** The live array: read it before the next change. */
  in(sort: ProductSort): readonly Row[] {
    return this.#orders.get(sort) ?? []
  }

  /**
   * Removes rows, adds others, and copies new values into changed ones, which move only in the orders that the change
   * affects.
   */
  replace({ removed, added, changed }: RowChanges): void {
    const moving = new Map<Row[], Row[]>()
    for (const [sort, rows] of this.#orders) {
      const moved = changed.flatMap(([row, now]) => (COMPARE[sort](row, now) === 0 ? [] : [row]))
      takeOut(rows, [...removed, ...moved], COMPARE[sort])
      moving.set(rows, moved)
    }
    for (const [row, now] of changed) Object.assign(row, now)
    for (const [sort, rows] of this.#orders) putIn(rows, [...added, ...(moving.get(rows) ?? [])], COMPARE[sort])
  }
}

export interface RowChanges {
  readonly removed: readonly Row[]
  readonly added: readonly Row[]
  /** A row in the orders and its new values; both have the same id. */
  readonly changed: readonly (readonly [row: Row, now: Row])[]
}

/** The position of the first of the leading `end` rows that does not sort before this one. */
function placeOf(row: Row, rows: readonly Row[], compare: Compare, end: number): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(rows[middle] as Row, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Closes the gaps from the front to the back, moving the rows between two gaps in one go. */
function takeOut(rows: Row[], leaving: readonly Row[], compare: Compare): void {
  if (leaving.length === 0) return
  const places = leaving.map((row) => placeOf(row, rows, compare, rows.length)).sort((a, b) => a - b)
  let to = places[0] as number
  for (const [i, place] of places.entries()) {
    const end = places[i + 1] ?? rows.length
    shift(rows, place + 1, end, to)
    to += end - place - 1
  }
  rows.length = to
}

/** Opens the gaps from the back to the front, moving the rows between two gaps in one go. */
function putIn(rows: Row[], entering: Row[], compare: Compare): void {
  if (entering.length === 0) return
  entering.sort(compare)
  let end = rows.length
  // Pushed one by one, because setting the length at once makes a sparse array.
  for (const row of entering) rows.push(row)
  for (let i = entering.length - 1; i >= 0; i--) {
    const row = entering[i] as Row
    const place = placeOf(row, rows, compare, end)
    shift(rows, place, end, place + i + 1)
    rows[place + i] = row
    end = place
  }
}

/** Moves the rows of [from, end) so that they begin at `to`. A plain loop: copyWithin takes six times as long here. */
function shift(rows: Row[], from: number, end: number, to: number): void {
  if (to < from) for (let i = from; i < end; i++) rows[to + i - from] = rows[i] as Row
  else for (let i = end - 1; i >= from; i--) rows[to + i - from] = rows[i] as Row
}
