import type { ProductSort } from '../domain/product-query.ts'
import type { Row } from './row.ts'

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

/** All rows, kept in each order at once, so that a list is read off and never sorted. */
export class RowOrders {
  readonly #orders = new Map<ProductSort, Row[]>()

  constructor(rows: readonly Row[]) {
    for (const sort of Object.keys(COMPARE) as ProductSort[]) this.#orders.set(sort, rows.toSorted(COMPARE[sort]))
  }

  in(sort: ProductSort): readonly Row[] {
    return this.#orders.get(sort) ?? []
  }

  /** Takes rows out and puts others in: one walk over each order, whatever their number. */
  replace(removed: ReadonlySet<Row>, added: readonly Row[]): void {
    if (removed.size === 0 && added.length === 0) return
    for (const [sort, rows] of this.#orders) this.#orders.set(sort, merge(rows, removed, added.toSorted(COMPARE[sort]), COMPARE[sort]))
  }
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
