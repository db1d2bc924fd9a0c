import type { Entry } from './entry.ts'
import { code, CommandError } from './errors.ts'
import type { IndexSpec } from './index-spec.ts'
import { Ordered } from './ordered.ts'
import { pathReader } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Source } from './bson-bytes.ts'
import { compoundKey, type EqualityKey, equalityKey, typeOf, typeOrder } from './values.ts'

const maxCombinations = 5000
/** So many documents are sorted at once; of more, those with the first `_id`s are looked for in order. */
const fewDocuments = 1000
/** So many more ids than are left are united to leave some of these out. */
const mostUnited = 100

/** Ids of documents with something in common. */
type Group = EqualityKey | Set<EqualityKey>

const sizeOf = (group: Group): number => (group instanceof Set ? group.size : 1)

const countOf = (groups: readonly Group[]): number => groups.reduce<number>((sum, ids) => sum + sizeOf(ids), 0)

/** The ids of all these groups together. */
function union(groups: readonly Group[]): ReadonlySet<EqualityKey> {
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
    if (groups.length > 1 && countOf(groups) > mostUnited * (1 + ids.size)) continue
    const known = union(groups)
    ids = new Set([...ids].filter((id) => known.has(id)))
  }
  return ids
}

function isNumber(id: EqualityKey): id is number {
  return typeof id === 'number'
}

/** Numbers in order; undefined when there are other ids among them, whose keys are not in MongoDB's order. */
function ordered(ids: Iterable<EqualityKey>): Ordered<number> | undefined {
  const all = [...ids]
  return all.every(isNumber) ? new Ordered(all) : undefined
}

/**
 * Documents by the values of some fields: a hash map, which answers equality and guards uniqueness. What a query asks
 * for in order is kept in order from then on: the ids of a group, and the texts of a single field. Other sorts pass over
 * the documents with a top-k. An `_id` at the end of the key is left out, because groups are in its order anyway.
 */
export class Index {
  readonly spec: IndexSpec
  readonly paths: readonly string[]
  readonly #readers: readonly ((source: Source) => unknown[])[]
  #built: Map<EqualityKey, Group> | undefined
  readonly #source: (() => Iterable<Entry>) | undefined
  readonly #idOrders = new Map<EqualityKey, Ordered<number>>()
  #texts: Ordered<string> | undefined
  readonly #partial: Filter
  readonly #partialPaths: readonly string[]

  /** @param source the documents to build the index from when it is first needed; without, it begins empty */
  constructor(spec: IndexSpec, source?: () => Iterable<Entry>) {
    this.spec = spec
    this.#source = source
    if (source === undefined) this.#built = new Map()
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
    for (const entry of this.#source?.() ?? []) this.replace(undefined, entry)
    return this.#built
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
    if (!this.#partialPaths.every((path) => equalities.has(path))) return undefined
    let rows: unknown[][] = [[]]
    for (const path of this.paths) {
      const values = equalities.get(path)
      if (values === undefined || values.length * rows.length > maxCombinations) return undefined
      // What has no value equals null, and is only found where every document stands.
      if (!this.#isComplete && values.some((value) => typeOf(value) === typeOrder.null)) return undefined
      rows = rows.flatMap((row) => values.map((value) => [...row, value]))
    }
    if (rows.some((row) => row.some(Array.isArray))) return undefined
    return [...new Set(rows.map(compoundKey))]
  }

  /** Every document that can match this filter, or nothing when the index cannot say. */
  lookUp(filter: Filter): { count: number; groups: Group[] } | undefined {
    const groups =
      this.#keysFor(filter)
        ?.map((key) => this.#ids.get(key))
        .filter((ids) => ids !== undefined) ?? this.#groupsWithin(filter)
    return groups && { groups, count: countOf(groups) }
  }
}

/** True for a key that is a text itself. */
function isText(key: EqualityKey): key is string {
  return typeof key === 'string' && key.charCodeAt(0) !== 0
}

/** Groups that hold every document that can match, and the index they stand in unless there are several. */
interface Found {
  readonly count: number
  readonly groups: readonly Group[]
  readonly index?: Index
}

/** Documents with their indexes: the committed state of a collection, or what one transaction has written in it. */
export class DocumentSet {
  readonly byId = new Map<EqualityKey, Entry>()
  readonly indexes: Index[] = []
  uniqueIndexes: readonly Index[] = []
  /** For compound and partial indexes: the first field alone, so that they also answer a query for only that. */
  readonly #prefixes: Index[] = []
  #idOrder: Ordered<number> | undefined

  constructor(specs: Iterable<IndexSpec> = []) {
    for (const spec of specs) this.addIndex(new Index(spec, () => this.byId.values()))
  }

  index(name: string): Index | undefined {
    return this.indexes.find(({ spec }) => spec.name === name)
  }

  /** Adds an index that holds the documents already, or is built from them. */
  addIndex(index: Index): void {
    this.indexes.push(index)
    this.uniqueIndexes = this.indexes.filter(({ spec }) => spec.unique)
    const first = index.paths[0]!
    const isPlain = index.paths.length === 1 && !index.spec.partialFilterExpression
    if (isPlain || this.#prefixes.some(({ paths }) => paths[0] === first)) return
    this.#prefixes.push(new Index({ name: first, key: { [first]: 1 }, sparse: true }, () => this.byId.values()))
  }

  /** Puts a document in the place of another; either may be missing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    // What was deleted and inserted again goes to the end, as it lies on the disk.
    if (before !== undefined && before.sequence !== after?.sequence) this.byId.delete(before.idKey)
    if (after !== undefined) this.byId.set(after.idKey, after)
    if (this.#idOrder !== undefined) this.#reorder(before, after)
    for (const index of this.indexes) index.replace(before, after)
    for (const index of this.#prefixes) index.replace(before, after)
  }

  #reorder(before: Entry | undefined, after: Entry | undefined): void {
    if (before?.idKey === after?.idKey) return
    if (before !== undefined && isNumber(before.idKey)) this.#idOrder?.remove(before.idKey)
    if (after === undefined) return
    if (isNumber(after.idKey)) this.#idOrder?.add(after.idKey)
    else this.#idOrder = undefined
  }

  /**
   * The documents that may match, in the order of their numeric `_id`s; undefined where these are few enough to be sorted
   * or the ids are no numbers. Of many candidates without an order of their own the places in the order of all are looked
   * at, which costs a millisecond for 100,000 and saves the reading of those that cannot match.
   */
  inOrder(filter: Filter, direction: 1 | -1): Iterable<Entry> | undefined {
    if (filter.equalities.has('_id')) return undefined
    const best = this.#best(filter)
    if (best !== undefined && best.count <= fewDocuments) return undefined
    const inGroup = best?.index?.idsInOrder(filter)
    if (inGroup !== undefined) return this.#entriesOf(inGroup.all(direction))
    this.#idOrder ??= ordered(this.byId.keys())
    return this.#idOrder && this.#entriesOf(this.#idOrder.all(direction), best && union(best.groups))
  }

  *#entriesOf(ids: Iterable<EqualityKey>, among?: ReadonlySet<EqualityKey>): Iterable<Entry> {
    for (const id of ids) if (among?.has(id) ?? true) yield this.byId.get(id)!
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
    const groups = this.#best(filter)?.groups
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

  /** The smallest groups that hold all matches, and the index that has them; undefined when no index helps. */
  #best(filter: Filter): Found | undefined {
    let best: Found | undefined
    for (const index of [...this.indexes, ...this.#prefixes]) {
      const found = index.lookUp(filter)
      if (found !== undefined && found.count < (best?.count ?? Infinity)) best = { ...found, index }
      if (best !== undefined && best.count <= 1) break
    }
    return best ?? this.#bestOfEach(filter.alternatives)
  }

  #bestOfEach(alternatives: readonly Filter[] | undefined): Found | undefined {
    if (alternatives === undefined) return undefined
    const groups: Group[] = []
    let count = 0
    for (const alternative of alternatives) {
      const best = this.#best(alternative)
      if (best === undefined) return undefined
      groups.push(...best.groups)
      count += best.count
    }
    return { groups, count }
  }
}
