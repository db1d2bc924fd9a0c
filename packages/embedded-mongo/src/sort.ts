import { type Document, notImplemented } from './errors.ts'
import { pathReader } from './paths.ts'
import type { Source } from './bson-bytes.ts'
import { atOnce, sortedInSteps, type Steps } from './pieces.ts'
import { compare } from './values.ts'

interface Sortable<T> {
  readonly item: T
  readonly keys: readonly unknown[]
  /** Its place among those that were added, which equal items keep. */
  readonly at: number
}

/** How many items are collected beyond the limit before the last ones are dropped. */
const slack = 500

/** Sorts items by a sort document; with a `limit` only the first ones are kept, so that a page costs one pass. */
export interface Sort {
  <T>(items: readonly T[], sourceOf: (item: T) => Source, limit?: number): T[]
  /** The same for many items. */
  inSteps<T>(items: Iterable<T>, sourceOf: (item: T) => Source, limit?: number): Steps<T[]>
}

/** The first of the items that were added. */
class First<T> {
  readonly #first: Sortable<T>[] = []
  readonly #limit: number
  readonly #byKeys: (a: Sortable<unknown>, b: Sortable<unknown>) => number
  #added = 0
  #worst: Sortable<unknown> | undefined

  constructor(limit: number, byKeys: (a: Sortable<unknown>, b: Sortable<unknown>) => number) {
    this.#limit = limit
    this.#byKeys = byKeys
  }

  add(item: T, keys: readonly unknown[]): void {
    const sortable = { item, keys, at: this.#added++ }
    if (this.#worst !== undefined && this.#byKeys(sortable, this.#worst) >= 0) return
    const first = this.#first
    first.push(sortable)
    if (first.length < this.#limit + slack) return
    first.sort(this.#byKeys).length = this.#limit
    this.#worst = first.at(-1)
  }

  *inOrder(): Steps<T[]> {
    const sorted = yield* sortedInSteps(this.#first, this.#byKeys)
    return sorted.slice(0, this.#limit).map(({ item }) => item)
  }
}

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
    return a.at - b.at
  }
  const keysOf = (source: Source): unknown[] =>
    parts.map(({ path, read }) => {
      const values = read(source)
      if (values.length !== 1 || Array.isArray(values[0])) throw notImplemented(`sorting by the array '${path}'`)
      return values[0]
    })
  const sort = <T>(items: readonly T[], sourceOf: (item: T) => Source, limit = Infinity): T[] => {
    const first = new First<T>(limit, byKeys)
    for (const item of items) first.add(item, keysOf(sourceOf(item)))
    return atOnce(first.inOrder())
  }
  function* inSteps<T>(items: Iterable<T>, sourceOf: (item: T) => Source, limit = Infinity): Steps<T[]> {
    const first = new First<T>(limit, byKeys)
    for (const item of items) {
      first.add(item, keysOf(sourceOf(item)))
      yield
    }
    return yield* first.inOrder()
  }
  return Object.assign(sort, { inSteps })
}
