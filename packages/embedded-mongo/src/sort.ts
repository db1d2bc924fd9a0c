import { type Document, notImplemented } from './errors.ts'
import { pathReader } from './paths.ts'
import type { Source } from './bson-bytes.ts'
import type { Steps } from './pieces.ts'
import { compare } from './values.ts'

interface Sortable<T> {
  readonly item: T
  readonly keys: readonly unknown[]
}

/** How many items are collected beyond the limit before the last ones are dropped. */
const slack = 500

/** Sorts items by a sort document; with a `limit` only the first ones are kept, so that a page costs one pass. */
export type Sort = <T>(items: readonly T[], sourceOf: (item: T) => Source, limit?: number) => Steps<T[]>

/** Compiles a sort document such as `{ price: 1, _id: -1 }`. Equal items keep their order. */
export function compileSort(order: Document): Sort {
  const parts = Object.entries(order).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) throw notImplemented(`sorting '${path}' by ${JSON.stringify(direction)}`)
    return { path, read: pathReader(path), direction }
  })
  const byKeys = (a: Sortable<unknown>, b: Sortable<unknown>): number => {
    for (let i = 0; i < parts.length; i++) {
      const order = compare(a.keys[i], b.keys[i])
      if (order !== 0) return order * parts[i]!.direction
    }
    return 0
  }
  const keysOf = (source: Source): unknown[] =>
    parts.map(({ path, read }) => {
      const values = read(source)
      if (values.length !== 1 || Array.isArray(values[0])) throw notImplemented(`sorting by the array '${path}'`)
      return values[0]
    })
  return function* (items, sourceOf, limit = Infinity) {
    if (parts.length === 0) return items.slice(0, limit)
    const first: Sortable<(typeof items)[number]>[] = []
    let worst: Sortable<unknown> | undefined
    for (const item of items) {
      yield
      const sortable = { item, keys: keysOf(sourceOf(item)) }
      if (worst !== undefined && byKeys(sortable, worst) >= 0) continue
      first.push(sortable)
      if (first.length < limit + slack) continue
      first.sort(byKeys).length = limit
      worst = first.at(-1)
    }
    return first
      .sort(byKeys)
      .slice(0, limit)
      .map(({ item }) => item)
  }
}
