import { badValue, type Document, notImplemented } from './errors.ts'
import { pathReader } from './paths.ts'
import { decode, encode, pickFields, type Source } from './raw.ts'
import { compare, emptyArray, isDocument, isNumber, toNumber } from './values.ts'

interface Sortable<T> {
  readonly item: T
  readonly keys: readonly unknown[]
  readonly place: number
}

/** The smallest (or largest) of the values at a path: what MongoDB sorts an array by. */
function sortKey(values: readonly unknown[], direction: number): unknown {
  const first = values[0]
  if (values.length === 1 && !Array.isArray(first)) return first
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value])) as unknown[]
  return flat.length === 0
    ? emptyArray
    : flat.reduce((best, value) => (compare(value, best) * direction < 0 ? value : best))
}

/**
 * Sorts by a sort document (`{ price: 1, _id: -1 }`), equal items keeping their order; with a `limit` only the first
 * ones are kept on the way, so that a page out of many documents costs one pass.
 */
export function sortBy<T>(items: readonly T[], order: Document, sourceOf: (item: T) => Source, limit = Infinity): T[] {
  const parts = Object.entries(order).map(([path, direction]) => {
    if (isDocument(direction)) throw notImplemented(`sorting by ${Object.keys(direction)[0]}`)
    if (toNumber(direction) !== 1 && toNumber(direction) !== -1) throw badValue('a sort direction is 1 or -1')
    return { read: pathReader(path), direction: toNumber(direction) }
  })
  if (parts.length === 0) return items.slice(0, limit)
  const byKeys = (a: Sortable<T>, b: Sortable<T>): number => {
    for (let i = 0; i < parts.length; i++) {
      const order = compare(a.keys[i], b.keys[i])
      if (order !== 0) return order * parts[i]!.direction
    }
    return a.place - b.place
  }
  const sortable = (item: T, place: number): Sortable<T> => {
    const source = sourceOf(item)
    return { item, place, keys: parts.map(({ read, direction }) => sortKey(read(source), direction)) }
  }
  if (limit > 500 || limit >= items.length)
    return items
      .map(sortable)
      .sort(byKeys)
      .slice(0, limit)
      .map(({ item }) => item)
  const best: Sortable<T>[] = []
  items.forEach((item, place) => insertSorted(best, sortable(item, place), byKeys, limit))
  return best.map(({ item }) => item)
}

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

type Tree = Map<string, Tree | true>

/** A compiled projection of stored documents. */
export interface Projection {
  /** BSON in, BSON out. */
  bytes(document: Buffer): Buffer
  plain(document: Document): Document
}

/** Compiles an inclusion or exclusion, dotted paths allowed. Throws 238 for `$slice`, `$meta`, expressions and the like. */
export function compileProjection(projection: Document): Projection | undefined {
  const entries = Object.entries(projection)
  if (entries.length === 0) return undefined
  const tree: Tree = new Map()
  let [including, excluding] = [false, false]
  for (const [path, value] of entries) {
    const keep = wanted(path, value)
    if (path !== '_id') {
      if (keep) including = true
      else excluding = true
    }
  }
  if (including && excluding) throw badValue('a projection includes or excludes; it cannot do both')
  const keepId = !Object.hasOwn(projection, '_id') || wanted('_id', projection['_id'])
  if (!including && !excluding) including = keepId
  for (const [path] of entries) if (path !== '_id') addPath(tree, path)
  if (including === keepId) tree.set('_id', true)
  const flat = [...tree.values()].every((child) => child === true)
  const plain = (document: Document): Document => pick(document, tree, including)
  return {
    plain,
    bytes: (bytes) => (flat ? pickFields(bytes, (name) => tree.has(name) === including) : encode(plain(decode(bytes)))),
  }
}

function wanted(path: string, value: unknown): boolean {
  if (path.split('.').some((segment) => segment.startsWith('$'))) throw notImplemented(`projection ${path}`)
  if (isDocument(value)) throw notImplemented(`projection operator ${Object.keys(value)[0] ?? '{}'}`)
  if (typeof value !== 'boolean' && !isNumber(value)) throw notImplemented(`an expression in a projection (${path})`)
  return typeof value === 'boolean' ? value : toNumber(value) !== 0
}

function addPath(tree: Tree, path: string): void {
  const segments = path.split('.')
  let at = tree
  segments.forEach((segment, i) => {
    const child = at.get(segment)
    if (i === segments.length - 1 ? child !== undefined : child === true) throw badValue(`Path collision at ${path}`)
    if (i === segments.length - 1) {
      at.set(segment, true)
    } else {
      const next = child instanceof Map ? child : new Map<string, Tree | true>()
      at.set(segment, next)
      at = next
    }
  })
}

function pick(document: Document, tree: Tree, including: boolean): Document {
  const picked: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const branch = tree.get(name)
    if (branch === undefined || branch === true) {
      if ((branch === true) === including) picked[name] = value
    } else {
      const below = pickInside(value, branch, including)
      if (below !== undefined) picked[name] = below
    }
  }
  return picked
}

function pickInside(value: unknown, tree: Tree, including: boolean): unknown {
  if (Array.isArray(value))
    return value.map((item) => pickInside(item, tree, including)).filter((item) => item !== undefined)
  if (isDocument(value)) return pick(value, tree, including)
  return including ? undefined : value
}
