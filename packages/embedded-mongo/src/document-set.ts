import { DateOrder } from './date-order.ts'
import { Index, ordered } from './document-index.ts'
import type { Entry } from './entry.ts'
import type { Document } from './errors.ts'
import { type Group, isNumber, type Members, union } from './id-groups.ts'
import type { IndexSpec } from './index-spec.ts'
import type { Ordered } from './ordered.ts'
import { fewDocuments } from './pieces.ts'
import type { Filter, NumberRange } from './query.ts'
import { type EqualityKey, equalityKey } from './values.ts'

/** Groups that hold every document that can match, and the index they stand in unless there are several. */
interface Found {
  readonly count: number
  readonly groups: readonly Group[]
  readonly index?: Index
}

/** Documents in the order that a query asks for. */
interface InOrder {
  readonly entries: Iterable<Entry>
  /** Whether all of them match, so that none has to be looked at. */
  readonly areMatches: boolean
  /** How many matches were left out at the beginning: all that were to be, or none. */
  readonly skipped: number
}

/**
 * Documents with their indexes: the committed state of a collection, or what one transaction has written in it. What is
 * asked for in the order of numeric `_id`s, or of a date that an index names, is kept in that order from then on; other
 * sorts pass over the documents with a top-k.
 */
export class DocumentSet {
  readonly byId = new Map<EqualityKey, Entry>()
  readonly indexes: Index[] = []
  uniqueIndexes: readonly Index[] = []
  /** For compound and partial indexes: the first field alone, so that they also answer a query for only that. */
  readonly #prefixes: Index[] = []
  readonly #inTheMaking = new Set<Index>()
  #idOrder: Ordered<number> | undefined
  /** By the path of the date. */
  readonly #dateOrders = new Map<string, DateOrder>()

  /** @param built names of the indexes that are kept from the beginning; the others are built when they are first needed */
  constructor(specs: Iterable<IndexSpec> = [], built: readonly string[] = []) {
    for (const spec of specs) this.addIndex(this.newIndex(spec, built.includes(spec.name)))
  }

  index(name: string): Index | undefined {
    return this.indexes.find(({ spec }) => spec.name === name)
  }

  /** An index of these documents that is not among theirs yet. @param isBuilt see `Index` */
  newIndex(spec: IndexSpec, isBuilt = false): Index {
    return new Index(spec, this.byId, isBuilt)
  }

  /** Has every index built when it is next needed. */
  forgetIndexes(): void {
    for (const index of this.indexes) index.forget()
  }

  /** @throws Unbuilt when it cannot be told yet whether a value of a unique index is free */
  assertUniqueBuilt(): void {
    for (const index of this.uniqueIndexes) index.assertBuilt()
  }

  /** Adds an index that holds the documents already, or is built from them. */
  addIndex(index: Index): void {
    this.indexes.push(index)
    this.uniqueIndexes = this.indexes.filter(({ spec }) => spec.unique)
    const first = index.paths[0]!
    const isPlain = index.paths.length === 1 && !index.spec.partialFilterExpression
    if (isPlain || this.#prefixes.some(({ paths }) => paths[0] === first)) return
    this.#prefixes.push(this.newIndex({ name: first, key: { [first]: 1 }, sparse: true }))
  }

  /** Has an index take part in all changes while somebody fills it; nothing is looked up in it. */
  async whileBuilt(index: Index, fill: () => Promise<void>): Promise<void> {
    this.#inTheMaking.add(index)
    try {
      await fill()
    } finally {
      this.#inTheMaking.delete(index)
    }
  }

  /** Puts a document in the place of another; either may be missing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    // What was deleted and inserted again goes to the end, as it lies on the disk.
    if (before !== undefined && before.sequence !== after?.sequence) this.byId.delete(before.idKey)
    if (after !== undefined) this.byId.set(after.idKey, after)
    if (this.#idOrder !== undefined) this.#reorder(before, after)
    for (const order of this.#dateOrders.values()) order.replace(before, after)
    for (const index of this.indexes) index.replace(before, after)
    for (const index of this.#prefixes) index.replace(before, after)
    for (const index of this.#inTheMaking) index.replaceWhileBuilt(before, after)
  }

  #reorder(before: Entry | undefined, after: Entry | undefined): void {
    if (before?.idKey === after?.idKey) return
    if (before !== undefined && isNumber(before.idKey)) this.#idOrder?.remove(before.idKey)
    if (after === undefined) return
    if (isNumber(after.idKey)) this.#idOrder?.add(after.idKey)
    else this.#idOrder = undefined
  }

  /**
   * The documents that may match, in the order of their numeric `_id`s, or of a date and `_id`s that an index names;
   * undefined where these are few enough to be sorted or no such order is known. Of many candidates without an order of
   * their own the places in the order of all are looked at, which costs a millisecond for 100,000 and saves the reading
   * of those that cannot match.
   * @param skip how many matches may be left out at the beginning
   */
  inOrder(filter: Filter, order: Document, skip = 0): InOrder | undefined {
    const paths = Object.keys(order)
    const [path = ''] = paths
    const isById = paths.join() === '_id'
    const isByDate = paths.length === 2 && paths[1] === '_id' && this.#hasDateIndex(path, filter)
    if ((!isById && !isByDate) || filter.equalities.has('_id')) return undefined
    const best = this.#best(filter)
    if (best !== undefined && best.count <= fewDocuments) return undefined
    if (isById) return this.#byNumber(filter, best, order['_id'] as 1 | -1, skip)
    return this.#byDate(path, best, order as Record<string, 1 | -1>)
  }

  /** Whether an index names a date and the `_id`s, alone or behind fields that must equal something. */
  #hasDateIndex(path: string, { equalities }: Filter): boolean {
    return this.indexes.some(({ spec }) => {
      const names = Object.keys(spec.key)
      const isAsked = names.slice(0, -2).every((name) => equalities.has(name))
      return isAsked && names.slice(-2).join() === `${path},_id`
    })
  }

  #byNumber(filter: Filter, best: Found | undefined, direction: 1 | -1, skip: number): InOrder | undefined {
    const inGroup = best?.index?.idsInOrder(filter)
    if (inGroup !== undefined) {
      const areAll = areMatches(filter, best)
      const skipped = areAll ? skip : 0
      const ids = inGroup.all(direction, filter.idRange, skipped)
      return { entries: this.#entriesOf(ids), areMatches: areAll, skipped }
    }
    const areAll = filter.isPlain && filter.equalities.size === 0
    const skipped = areAll ? skip : 0
    const ids = this.#numbers()?.all(direction, filter.idRange, skipped)
    return ids && { entries: this.#entriesOf(ids, best && union(best.groups)), areMatches: areAll, skipped }
  }

  #byDate(path: string, best: Found | undefined, directions: Record<string, 1 | -1>): InOrder | undefined {
    const known = this.#dateOrders.get(path) ?? new DateOrder(path, this.byId)
    this.#dateOrders.set(path, known)
    if (!known.isComplete) return undefined
    const ids = known.ids(directions[path]!, directions['_id']!)
    return { entries: this.#entriesOf(ids, best && union(best.groups)), areMatches: false, skipped: 0 }
  }

  /** All `_id`s in order; undefined when some are no numbers. */
  #numbers(): Ordered<number> | undefined {
    return (this.#idOrder ??= ordered(this.byId.keys()))
  }

  *#entriesOf(ids: Iterable<EqualityKey>, among?: Members): Iterable<Entry> {
    for (const id of ids) {
      const entry = among === undefined || among.has(id) ? this.byId.get(id) : undefined
      if (entry !== undefined) yield entry
    }
  }

  /** How many documents match, where these are all, or just those of one group of an index; otherwise undefined. */
  countOf(filter: Filter): number | undefined {
    if (filter.isPlain && filter.equalities.size === 0) return this.byId.size
    if (filter.equalities.has('_id')) return undefined
    const best = this.#best(filter)
    return best !== undefined && best.groups.length <= 1 && areMatches(filter, best) ? best.count : undefined
  }

  /**
   * The documents that may match, by the index that promises the fewest; all of them when no index helps.
   * @throws Unbuilt when it is called, and not while they are looked at
   */
  candidates(filter: Filter): Iterable<Entry> {
    const ids = filter.equalities.get('_id')
    if (ids !== undefined && !ids.some(Array.isArray)) return this.#entriesOf(new Set(ids.map(equalityKey)))
    const { idRange } = filter
    const groups = this.#best(filter)?.groups
    if (groups !== undefined) return this.#entriesIn(groups, idRange)
    const within = idRange && this.#numbers()?.all(1, idRange)
    return within === undefined ? this.byId.values() : this.#entriesOf(within)
  }

  *#entriesIn(groups: readonly Group[], idRange: NumberRange | undefined): Iterable<Entry> {
    const seen = groups.length > 1 ? new Set<EqualityKey>() : undefined
    for (const group of groups) {
      for (const id of group instanceof Set ? group : [group]) {
        if (seen?.has(id) === true || !isWithin(id, idRange)) continue
        seen?.add(id)
        const entry = this.byId.get(id)
        // Since the groups were found it may have gone.
        if (entry !== undefined) yield entry
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
    const found: Found[] = []
    for (const alternative of alternatives) {
      const best = this.#best(alternative)
      if (best === undefined) return undefined
      found.push(best)
    }
    return {
      groups: found.flatMap(({ groups }) => groups),
      count: found.reduce((sum, { count }) => sum + count, 0),
    }
  }
}

/** Whether an index holds just what matches. */
function areMatches({ isPlain, equalities }: Filter, found: Found | undefined): boolean {
  return isPlain && equalities.size === found?.index?.paths.length
}

function isWithin(id: EqualityKey, range: NumberRange | undefined): boolean {
  return range === undefined || (isNumber(id) && id >= range.from && id <= range.to)
}
