import type { Entry } from './entry.ts'
import { code, CommandError } from './errors.ts'
import type { IndexSpec } from './index-spec.ts'
import { pathReader } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Source } from './bson-bytes.ts'
import { compoundKey, type EqualityKey, equalityKey } from './values.ts'

const maxCombinations = 5000

/**
 * Documents by the values of some fields: a hash map, which answers equality and guards uniqueness. Sorted indexes are
 * not kept: at this size a pass over the documents with a top-k is quick enough.
 */
export class Index {
  readonly spec: IndexSpec
  readonly paths: readonly string[]
  readonly #readers: readonly ((source: Source) => unknown[])[]
  readonly #ids = new Map<EqualityKey, EqualityKey | Set<EqualityKey>>()
  readonly #partial: Filter
  readonly #partialPaths: readonly string[]

  constructor(spec: IndexSpec) {
    this.spec = spec
    this.paths = Object.keys(spec.key)
    this.#readers = this.paths.map(pathReader)
    this.#partial = compileFilter(spec.partialFilterExpression ?? {})
    this.#partialPaths = Object.keys(spec.partialFilterExpression ?? {})
  }

  /** The keys under which a document stands here: several for an array, none outside a sparse or partial index. */
  keysOf(source: Source): EqualityKey[] {
    if (!this.#partial.matches(source)) return []
    let rows: unknown[][] = [[]]
    let [isPresent, hasArray] = [false, false]
    for (const read of this.#readers) {
      const found = read(source)
      const values = found.flatMap((value) => (Array.isArray(value) && value.length > 0 ? value : [value])) as unknown[]
      if (values.length === 0) values.push(undefined)
      if (values.some((value) => value !== undefined)) isPresent = true
      if (values.length > 1 || Array.isArray(found[0])) {
        if (hasArray)
          throw new CommandError(code.cannotIndexParallelArrays, `cannot index parallel arrays: ${this.paths.join()}`)
        hasArray = true
      }
      rows = rows.flatMap((row) => values.map((value) => [...row, value]))
    }
    if (this.spec.sparse === true && !isPresent) return []
    if (rows.length === 1) return [compoundKey(rows[0]!)]
    return [...new Set(rows.map(compoundKey))]
  }

  /** Throws 171 for a document with arrays in two fields of a compound index. */
  assertIndexable(source: Source): void {
    if (this.paths.length > 1) this.keysOf(source)
  }

  /** The document that holds a key of a unique index. */
  holder(key: EqualityKey): EqualityKey | undefined {
    const ids = this.#ids.get(key)
    return ids instanceof Set ? ids.values().next().value : ids
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
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
  }

  #remove(key: EqualityKey, id: EqualityKey): void {
    const ids = this.#ids.get(key)
    if (ids instanceof Set) {
      ids.delete(id)
      if (ids.size === 0) this.#ids.delete(key)
    } else if (ids === id) {
      this.#ids.delete(key)
    }
  }

  /** Every document that can match these equalities, or nothing when the index cannot say. */
  lookUp({ equalities }: Filter): { count: number; groups: (EqualityKey | Set<EqualityKey>)[] } | undefined {
    if (!this.#partialPaths.every((path) => equalities.has(path))) return undefined
    let rows: unknown[][] = [[]]
    for (const path of this.paths) {
      const values = equalities.get(path)
      if (values === undefined || values.length * rows.length > maxCombinations) return undefined
      rows = rows.flatMap((row) => values.map((value) => [...row, value]))
    }
    if (rows.some((row) => row.some(Array.isArray))) return undefined
    const groups = [...new Set(rows.map(compoundKey))]
      .map((key) => this.#ids.get(key))
      .filter((ids) => ids !== undefined)
    return { groups, count: groups.reduce<number>((sum, ids) => sum + (ids instanceof Set ? ids.size : 1), 0) }
  }
}

/** Documents with their indexes: the committed state of a collection, or what one transaction has written in it. */
export class DocumentSet {
  readonly byId = new Map<EqualityKey, Entry>()
  readonly indexes: Index[] = []
  uniqueIndexes: readonly Index[] = []
  /** For compound, sparse and partial indexes: the first field alone, so that they also answer a query for only that. */
  readonly #prefixes: Index[] = []

  constructor(specs: Iterable<IndexSpec> = []) {
    for (const spec of specs) this.addIndex(new Index(spec))
  }

  index(name: string): Index | undefined {
    return this.indexes.find(({ spec }) => spec.name === name)
  }

  /** Adds an index that already holds the documents. */
  addIndex(index: Index): void {
    this.indexes.push(index)
    this.uniqueIndexes = this.indexes.filter(({ spec }) => spec.unique)
    const first = index.paths[0]!
    const isPlain = index.paths.length === 1 && !index.spec.sparse && !index.spec.partialFilterExpression
    if (isPlain || this.#prefixes.some(({ paths }) => paths[0] === first)) return
    const prefix = new Index({ name: first, key: { [first]: 1 }, sparse: true })
    for (const entry of this.byId.values()) prefix.replace(undefined, entry)
    this.#prefixes.push(prefix)
  }

  /** Puts a document in the place of another; either may be missing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    // What was deleted and inserted again goes to the end, as it lies on the disk.
    if (before !== undefined && before.sequence !== after?.sequence) this.byId.delete(before.idKey)
    if (after !== undefined) this.byId.set(after.idKey, after)
    for (const index of this.indexes) index.replace(before, after)
    for (const index of this.#prefixes) index.replace(before, after)
  }

  /** The documents that may match, by the index that promises the fewest; all of them when no index helps. */
  *candidates(filter: Filter): Iterable<Entry> {
    const ids = filter.equalities.get('_id')
    if (ids !== undefined && !ids.some(Array.isArray)) {
      for (const key of new Set(ids.map(equalityKey))) {
        const entry = this.byId.get(key)
        if (entry !== undefined) yield entry
      }
      return
    }
    const groups = this.#bestGroups(filter)
    if (groups === undefined) {
      yield* this.byId.values()
      return
    }
    const seen = groups.length > 1 ? new Set<EqualityKey>() : undefined
    for (const group of groups) {
      for (const id of group instanceof Set ? group : [group]) {
        if (seen?.has(id)) continue
        seen?.add(id)
        yield this.byId.get(id)!
      }
    }
  }

  #bestGroups(filter: Filter): (EqualityKey | Set<EqualityKey>)[] | undefined {
    let best: ReturnType<Index['lookUp']>
    for (const index of [...this.indexes, ...this.#prefixes]) {
      const found = index.lookUp(filter)
      if (found !== undefined && found.count < (best?.count ?? Infinity)) best = found
      if (best !== undefined && best.count <= 1) break
    }
    return best?.groups
  }
}
