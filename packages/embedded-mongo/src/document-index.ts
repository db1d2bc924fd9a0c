import type { Entry } from './entry.ts'
import { code, CommandError } from './errors.ts'
import type { IndexSpec } from './index-spec.ts'
import { Ordered } from './ordered.ts'
import { pathReader } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Source } from './bson-bytes.ts'
import { compoundKey, type EqualityKey, typeOf, typeOrder } from './values.ts'

const maxCombinations = 5000
/** How many more ids than are left may be united to leave some of these out. */
const maxUnited = 100

/** Ids of documents with something in common. */
export type Group = EqualityKey | Set<EqualityKey>

const sizeOf = (group: Group): number => (group instanceof Set ? group.size : 1)

const countOf = (groups: readonly Group[]): number => groups.reduce<number>((sum, ids) => sum + sizeOf(ids), 0)

/** The ids of all these groups together. */
export function union(groups: readonly Group[]): ReadonlySet<EqualityKey> {
  const [first] = groups
  if (groups.length === 1 && first instanceof Set) return first
  const ids = new Set<EqualityKey>()
  for (const group of groups) {
    if (group instanceof Set) for (const id of group) ids.add(id)
    else ids.add(group)
  }
  return ids
}

/** The ids that are in the first groups and in some of each of the others, fewest first. */
function intersection(fewest: readonly Group[], others: readonly (readonly Group[])[]): Set<EqualityKey> {
  let ids = new Set(union(fewest))
  for (const groups of others) {
    // To unite many more ids than are left costs more than to look at the documents that are left.
    if (groups.length > 1 && countOf(groups) > maxUnited * (1 + ids.size)) continue
    const known = union(groups)
    ids = new Set([...ids].filter((id) => known.has(id)))
  }
  return ids
}

/** Whether the key of an id is a number: such keys alone can be compared in the order of MongoDB. */
export function isNumber(id: EqualityKey): id is number {
  return typeof id === 'number'
}

/** Numbers in order; undefined when there are other ids among them, whose keys are not in MongoDB's order. */
export function ordered(ids: Iterable<EqualityKey>): Ordered<number> | undefined {
  const all = [...ids]
  return all.every(isNumber) ? new Ordered(all) : undefined
}

/**
 * Documents by the values of some fields: a hash map, which answers equality and guards uniqueness. What a query asks
 * for in order is kept in order from then on: the ids of a group, and the texts of a single field. An `_id` at the end
 * of the key is left out, because groups are in its order anyway.
 */
export class Index {
  readonly spec: IndexSpec
  readonly paths: readonly string[]
  readonly #readers: readonly ((source: Source) => unknown[])[]
  #built: Map<EqualityKey, Group> | undefined
  readonly #source: () => Iterable<Entry>
  readonly #idOrders = new Map<EqualityKey, Ordered<number>>()
  #texts: Ordered<string> | undefined
  readonly #partial: Filter
  readonly #partialPaths: readonly string[]

  /**
   * @param source the documents to build the index from when it is first needed
   * @param isBuilt whether it is kept from the beginning, which is empty
   */
  constructor(spec: IndexSpec, source: () => Iterable<Entry>, isBuilt = false) {
    this.spec = spec
    this.#source = source
    if (isBuilt) this.#built = new Map()
    this.paths = Object.keys(spec.key).filter((path) => path !== '_id')
    this.#readers = this.paths.map(pathReader)
    this.#partial = compileFilter(spec.partialFilterExpression ?? {})
    this.#partialPaths = Object.keys(spec.partialFilterExpression ?? {})
  }

  /**
   * The documents by key. A start builds no index: many are never asked for, and the others cost more than reading all
   * documents does.
   */
  get #ids(): Map<EqualityKey, Group> {
    if (this.#built !== undefined) return this.#built
    this.#built = new Map()
    for (const entry of this.#source()) this.replace(undefined, entry)
    return this.#built
  }

  /** The keys under which a document stands here: several for an array, none outside a sparse or partial index. */
  keysOf(source: Source): EqualityKey[] {
    if (this.#partialPaths.length > 0 && !this.#partial.matches(source)) return []
    const [single] = this.#readers
    if (single !== undefined && this.#readers.length === 1) {
      const [value, ...others] = single(source)
      if (others.length === 0 && !Array.isArray(value))
        return this.spec.sparse === true && value === undefined ? [] : [compoundKey([value])]
    }
    let rows: unknown[][] = [[]]
    let hasArray = false
    for (const read of this.#readers) {
      const found = read(source)
      const values = found.flatMap((value) => (Array.isArray(value) && value.length > 0 ? value : [value])) as unknown[]
      if (values.length === 0) values.push(undefined)
      if (values.length > 1 || Array.isArray(found[0])) {
        if (hasArray)
          throw new CommandError(code.cannotIndexParallelArrays, `cannot index parallel arrays: ${this.paths.join()}`)
        hasArray = true
      }
      rows = rows.flatMap((row) => values.map((value) => [...row, value]))
    }
    if (this.spec.sparse === true) rows = rows.filter((row) => row.some((value) => value !== undefined))
    if (rows.length === 1) return [compoundKey(rows[0]!)]
    return [...new Set(rows.map(compoundKey))]
  }

  /** Throws `cannotIndexParallelArrays` for a document with arrays in two fields of a compound index. */
  assertIndexable(source: Source): void {
    if (this.paths.length > 1) this.keysOf(source)
  }

  /** The document that holds a key of a unique index. */
  holder(key: EqualityKey): EqualityKey | undefined {
    const ids = this.#ids.get(key)
    return ids instanceof Set ? ids.values().next().value : ids
  }

  /** Has it built when it is next needed. */
  forget(): void {
    this.#built = undefined
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
    if (this.#built === undefined) return
    const old = before === undefined ? [] : this.keysOf(before)
    const next = after === undefined ? [] : this.keysOf(after)
    if (old.length === next.length && old.every((key, i) => key === next[i])) return
    for (const key of old) this.#remove(key, before!.idKey)
    for (const key of next) this.#add(key, after!.idKey)
  }

  #add(key: EqualityKey, id: EqualityKey): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (ids instanceof Set) ids.add(id)
    else if (ids !== id) this.#ids.set(key, new Set([ids, id]))
    if (ids === undefined && isText(key)) this.#texts?.add(key)
    if (isNumber(id)) this.#idOrders.get(key)?.add(id)
    else this.#idOrders.delete(key)
  }

  #remove(key: EqualityKey, id: EqualityKey): void {
    const ids = this.#ids.get(key)
    if (ids instanceof Set) ids.delete(id)
    if (ids === id || (ids instanceof Set && ids.size === 0)) {
      this.#ids.delete(key)
      this.#idOrders.delete(key)
      if (isText(key)) this.#texts?.remove(key)
    }
    if (isNumber(id)) this.#idOrders.get(key)?.remove(id)
  }

  /** The ids of the only group that can match these equalities, in order; undefined when there is no such group. */
  idsInOrder(filter: Filter): Ordered<number> | undefined {
    const keys = this.#keysFor(filter)
    const [key] = keys ?? []
    const group = key === undefined ? undefined : this.#ids.get(key)
    if (keys?.length !== 1 || key === undefined || !(group instanceof Set)) return undefined
    const known = this.#idOrders.get(key) ?? ordered(group)
    if (known !== undefined) this.#idOrders.set(key, known)
    return known
  }

  /** The groups of all texts within the ranges of this index's only field; undefined when there is no range. */
  #groupsWithin({ ranges }: Filter): Group[] | undefined {
    const wanted = this.paths.length === 1 && this.#isComplete ? ranges.get(this.paths[0]!) : undefined
    if (wanted === undefined) return undefined
    const texts = (this.#texts ??= new Ordered([...this.#ids.keys()].filter(isText)))
    const found = wanted
      .map(({ from, to }) => [...texts.between(from, to)].map((key) => this.#ids.get(key)!))
      .sort((a, b) => countOf(a) - countOf(b))
    const [fewest = [], ...others] = found
    return others.length === 0 || countOf(fewest) <= 1 ? fewest : [intersection(fewest, others)]
  }

  /** Whether every document stands here, also one without the fields. */
  get #isComplete(): boolean {
    return this.spec.sparse !== true && this.#partialPaths.length === 0
  }

  /** The keys of every document that can match these equalities; undefined when the index cannot say. */
  #keysFor({ equalities }: Filter): EqualityKey[] | undefined {
    // What has no value equals null, and is only found where every document stands.
    const mayBeMissing = (path: string): boolean =>
      equalities.get(path)?.some((value) => typeOf(value) === typeOrder.null) ?? true
    if (this.#partialPaths.some(mayBeMissing)) return undefined
    let rows: unknown[][] = [[]]
    for (const path of this.paths) {
      const values = equalities.get(path)
      if (values === undefined || values.length * rows.length > maxCombinations) return undefined
      if (!this.#isComplete && mayBeMissing(path)) return undefined
      rows = rows.flatMap((row) => values.map((value) => [...row, value]))
    }
    if (rows.some((row) => row.some(Array.isArray))) return undefined
    return [...new Set(rows.map(compoundKey))]
  }

  /** Every document that can match this filter, or nothing when the index cannot say. */
  lookUp(filter: Filter): { count: number; groups: Group[] } | undefined {
    const keys = this.#keysFor(filter)
    const groups = keys === undefined ? this.#groupsWithin(filter) : this.#groupsOf(keys)
    return groups && { groups, count: countOf(groups) }
  }

  #groupsOf(keys: readonly EqualityKey[]): Group[] {
    const groups: Group[] = []
    for (const key of keys) {
      const ids = this.#ids.get(key)
      if (ids !== undefined) groups.push(ids)
    }
    return groups
  }
}

/** True for a key that is a text itself. */
function isText(key: EqualityKey): key is string {
  return typeof key === 'string' && key.charCodeAt(0) !== 0
}
