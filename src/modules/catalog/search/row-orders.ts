import type { ProductSort } from '../domain/product-query.ts'
import type { StaffProductSort } from '../domain/staff-query.ts'
import type { Row } from './row.ts'

/** Up to so many changes are cheaper one by one than a walk over all rows. */
const FEW = 24

type Compare = (a: Row, b: Row) => number

const byId: Compare = (a, b) => a.id - b.id
const first = (a: boolean, b: boolean): number => Number(b) - Number(a)

/** The sort options of the listing (specification 1, section 4); the id last, so that pages never overlap. */
export const COMPARE: Readonly<Record<ProductSort, Compare>> = {
  featured: (a, b) => first(a.isFeatured, b.isFeatured) || first(a.isBestseller, b.isBestseller) || b.rating - a.rating || byId(a, b),
  'price-low': (a, b) => a.priceCents - b.priceCents || byId(a, b),
  'price-high': (a, b) => b.priceCents - a.priceCents || byId(a, b),
  name: (a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : byId(a, b)),
  rating: (a, b) => b.rating - a.rating || byId(a, b),
}

/** The orders of the staff's table; sorted when they are asked for, because sales change some of them all the time. */
export const STAFF_ORDERS: Readonly<Record<StaffProductSort, Compare>> = {
  newest: (a, b) => b.id - a.id,
  name: COMPARE.name,
  'price-low': COMPARE['price-low'],
  'price-high': COMPARE['price-high'],
  'stock-low': (a, b) => a.stockQuantity - b.stockQuantity || byId(a, b),
  'stock-high': (a, b) => b.stockQuantity - a.stockQuantity || byId(a, b),
  updated: (a, b) => b.updatedAt - a.updatedAt || byId(a, b),
}

/** All rows, kept in each order at once, so that a list is read off and never sorted. */
export class RowOrders {
  readonly #orders = new Map<ProductSort, Row[]>()

  constructor(rows: readonly Row[]) {
    for (const sort of Object.keys(COMPARE) as ProductSort[]) this.#orders.set(sort, rows.toSorted(COMPARE[sort]))
  }

  in(sort: ProductSort): readonly Row[] {
    return this.#orders.get(sort) ?? []
  }

  /** Takes rows out and puts others in: a few where they belong, many in one walk over each order. */
  replace(removed: ReadonlySet<Row>, added: readonly Row[]): void {
    const isSmall = removed.size + added.length <= FEW
    for (const [sort, rows] of this.#orders) {
      const compare = COMPARE[sort]
      if (isSmall) {
        for (const row of removed) rows.splice(placeOf(row, rows, compare), 1)
        for (const row of added) rows.splice(placeOf(row, rows, compare), 0, row)
      } else {
        this.#orders.set(sort, merge(rows, removed, added.toSorted(compare), compare))
      }
    }
  }
}

/** The place of the first row that does not come before this one. */
function placeOf(row: Row, rows: readonly Row[], compare: Compare): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(rows[middle] as Row, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function merge(rows: readonly Row[], removed: ReadonlySet<Row>, added: readonly Row[], compare: Compare): Row[] {
  const merged: Row[] = []
  let next = 0
  for (const row of rows) {
    if (removed.size > 0 && removed.has(row)) continue
    while (next < added.length && compare(added[next] as Row, row) < 0) merged.push(added[next++] as Row)
    merged.push(row)
  }
  while (next < added.length) merged.push(added[next++] as Row)
  return merged
}
