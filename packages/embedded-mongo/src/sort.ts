import { badValue, type Document, notImplemented } from './errors.ts'
import { pathReader } from './paths.ts'
import type { Source } from './bson-bytes.ts'
import { compare, isNumber, toNumber } from './values.ts'

interface Sortable<T> {
  readonly item: T
  readonly keys: readonly unknown[]
  readonly place: number
}

/** Up to this many items are kept in order while the others pass by; beyond that sorting everything is quicker. */
const largestSortedPage = 500

/** Sorts items by a sort document; with a `limit` only the first ones are kept, so that a page costs one pass. */
export type Sort = <T>(items: readonly T[], sourceOf: (item: T) => Source, limit?: number) => T[]

/** Compiles a sort document such as `{ price: 1, _id: -1 }`. Equal items keep their order. */
export function compileSort(order: Document): Sort {
  const parts = Object.entries(order).map(([path, direction]) => {
    if (!isNumber(direction)) throw notImplemented(`sorting '${path}' by ${JSON.stringify(direction)}`)
    if (Math.abs(toNumber(direction)) !== 1) throw badValue('a sort direction is 1 or -1')
    return { path, read: pathReader(path), direction: toNumber(direction) }
  })
  const byKeys = (a: Sortable<unknown>, b: Sortable<unknown>): number => {
    for (let i = 0; i < parts.length; i++) {
      const order = compare(a.keys[i], b.keys[i])
      if (order !== 0) return order * parts[i]!.direction
    }
    return a.place - b.place
  }
  const keysOf = (source: Source): unknown[] =>
    parts.map(({ path, read }) => {
      const values = read(source)
      if (values.length !== 1 || Array.isArray(values[0])) throw notImplemented(`sorting by the array '${path}'`)
      return values[0]
    })
  return (items, sourceOf, limit = Infinity) => {
    if (parts.length === 0) return items.slice(0, limit)
    const sortable = <T>(item: T, place: number, source: Source): Sortable<T> => ({ item, place, keys: keysOf(source) })
    if (limit > largestSortedPage || limit >= items.length) {
      const all = items.map((item, place) => sortable(item, place, sourceOf(item))).sort(byKeys)
      return all.slice(0, limit).map(({ item }) => item)
    }
    const first: Sortable<(typeof items)[number]>[] = []
    items.forEach((item, place) => insertSorted(first, sortable(item, place, sourceOf(item)), byKeys, limit))
    return first.map(({ item }) => item)
  }
}

/** Puts an item in its place; what falls off behind `limit` items is dropped. */
function insertSorted<T>(sorted: T[], item: T, order: (a: T, b: T) => number, limit: number): void {
  if (sorted.length === limit && order(item, sorted[limit - 1]!) >= 0) return
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(item, sorted[middle]!) < 0) high = middle
    else low = middle + 1
  }
  sorted.splice(low, 0, item)
  if (sorted.length > limit) sorted.pop()
}
