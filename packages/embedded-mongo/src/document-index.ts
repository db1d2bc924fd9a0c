import type { Entry } from './entry.ts'
import { code, CommandError } from './errors.ts'
import { countOf, type Group, intersection, isNumber } from './id-groups.ts'
import type { IndexSpec } from './index-spec.ts'
import { Ordered } from './ordered.ts'
import { pathReader } from './paths.ts'
import { atOnce, fewDocuments, sortedInSteps, type Steps, Unbuilt } from './pieces.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Source } from './bson-bytes.ts'
import { TextGroups } from './text-groups.ts'
import { compareStrings, compoundKey, type EqualityKey, equalityKey, typeOf, typeOrder } from './values.ts'

const maxCombinations = 5000
/** A step of a few microseconds: to stop after each text takes longer than what is done with it. */
const textsInOneStep = 50

/** The ids of a key: a set where there are several. */
type OwnGroup = EqualityKey | Set<EqualityKey>
type Groups = Map<EqualityKey, OwnGroup>

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
  readonly #documents: ReadonlyMap<EqualityKey, Entry>
  /** The documents by key, or those of them that it was built of so far; undefined before somebody asks for it. */
  #groups: Groups | undefined
  #isBuilt: boolean
  #problem: unknown
  readonly #idOrders = new Map<EqualityKey, Ordered<number>>()
  #texts: TextGroups | undefined
  /** The texts that came or went while all are sorted. */
  #movedTexts: Set<string> | undefined
  readonly #partial: Filter
  readonly #partialPaths: readonly string[]

  /**
   * @param documents those to build the index from when it is first needed, each in its present state
   * @param isBuilt whether it is kept from the beginning, which is empty
   */
  constructor(spec: IndexSpec, documents: ReadonlyMap<EqualityKey, Entry>, isBuilt = false) {
    this.spec = spec
    this.#documents = documents
    this.#isBuilt = isBuilt
    if (isBuilt) this.#groups = new Map()
    this.paths = Object.keys(spec.key).filter((path) => path !== '_id')
    this.#readers = this.paths.map(pathReader)
    this.#partial = compileFilter(spec.partialFilterExpression ?? {})
    this.#partialPaths = Object.keys(spec.partialFilterExpression ?? {})
  }

  /**
   * The documents by key. A start builds no index: many are never asked for, and the others cost more than reading all
   * documents does. @throws Unbuilt where there are many
   */
  get #ids(): Groups {
    if (this.#isBuilt && this.#groups !== undefined) return this.#groups
    if (this.#documents.size > fewDocuments) throw new Unbuilt(this, () => this.#build())
    atOnce(this.#build())
    return this.#groups!
  }

  /**
   * Builds it, while `replace` takes in what changes: a document may be put in before its turn comes, and is put in
   * again then, which changes nothing.
   */
  *#build(): Steps<void> {
    const groups = (this.#groups = new Map() as Groups)
    this.#idOrders.clear()
    this.#texts = undefined
    for (const entry of this.#documents.values()) {
      for (const key of this.keysOf(entry)) this.#add(groups, key, entry.idKey)
      yield
      if (this.#groups !== groups) return
    }
    this.#isBuilt = true
  }

  /** The keys under which a document stands here: several for an array, none outside a sparse or partial index. */
  keysOf(source: Source): EqualityKey[] {
    if (this.#partialPaths.length > 0 && !this.#partial.matches(source)) return []
    const [single] = this.#readers
    if (single !== undefined && this.#readers.length === 1) {
      const [value, ...others] = single(source)
      if (others.length === 0 && !Array.isArray(value))
        return this.spec.sparse === true && value === undefined ? [] : [compoundKey([value])]
      if (others.length === 0 && Array.isArray(value) && value.length > 0) return [...new Set(value.map(equalityKey))]
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

  /** @throws Unbuilt, so that nothing is changed before it can be asked */
  assertBuilt(): void {
    void this.#ids
  }

  /** Has it built when it is next needed. */
  forget(): void {
    this.#isBuilt = false
    this.#groups = undefined
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
    const groups = this.#groups
    if (groups === undefined) return
    const old = before === undefined ? [] : this.keysOf(before)
    const next = after === undefined ? [] : this.keysOf(after)
    if (old.length === next.length && old.every((key, i) => key === next[i])) return
    for (const key of old) this.#remove(groups, key, before!.idKey)
    for (const key of next) this.#add(groups, key, after!.idKey)
  }

  /** The same while it is built for the first time: what cannot be in it is the builder's problem, not the writer's. */
  replaceWhileBuilt(before: Entry | undefined, after: Entry | undefined): void {
    try {
      this.replace(before, after)
    } catch (error) {
      this.#problem ??= error
    }
  }

  /** Why it cannot be finished. */
  get problem(): unknown {
    return this.#problem
  }

  /** One of several documents that have a key in common. */
  firstShared(): EqualityKey | undefined {
    for (const ids of this.#ids.values()) if (ids instanceof Set && ids.size > 1) return [...ids].at(-1)
    return undefined
  }

  #add(groups: Groups, key: EqualityKey, id: EqualityKey): void {
    const ids = groups.get(key)
    if (ids instanceof Set) ids.add(id)
    else if (ids !== id) {
      const group = ids === undefined ? id : new Set([ids, id])
      groups.set(key, group)
      if (isText(key)) {
        this.#texts?.set(key, group)
        this.#movedTexts?.add(key)
      }
    }
    if (this.#idOrders.size === 0) return
    if (isNumber(id)) this.#idOrders.get(key)?.add(id)
    else this.#idOrders.delete(key)
  }

  #remove(groups: Groups, key: EqualityKey, id: EqualityKey): void {
    const ids = groups.get(key)
    if (ids instanceof Set) ids.delete(id)
    if (ids === id || (ids instanceof Set && ids.size === 0)) {
      groups.delete(key)
      this.#idOrders.delete(key)
      if (isText(key)) {
        this.#texts?.delete(key)
        this.#movedTexts?.add(key)
      }
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
    const texts = this.#textsInOrder()
    const found = wanted.map(({ from, to }) => texts.within(from, to)).sort((a, b) => countOf(a) - countOf(b))
    const [fewest = [], ...others] = found
    return others.length === 0 || countOf(fewest) <= 1 ? fewest : [intersection(fewest, others)]
  }

  /** @throws Unbuilt where there are many */
  #textsInOrder(): TextGroups {
    const groups = this.#ids
    if (this.#texts === undefined && groups.size > fewDocuments) throw new Unbuilt(this, () => this.#sortTexts(groups))
    if (this.#texts === undefined) atOnce(this.#sortTexts(groups))
    return this.#texts!
  }

  *#sortTexts(groups: Groups): Steps<void> {
    const moved = (this.#movedTexts = new Set())
    const texts: string[] = []
    let taken = 0
    for (const key of groups.keys()) {
      if (isText(key)) texts.push(key)
      if (++taken % textsInOneStep === 0) yield
    }
    const sorted = yield* sortedInSteps(texts, compareStrings)
    const groupOfEach: Group[] = []
    for (const text of sorted) {
      // Of those that are gone by now the id does not matter: they go below.
      groupOfEach.push(groups.get(text) ?? text)
      if (groupOfEach.length % textsInOneStep === 0) yield
    }
    const made = new TextGroups(sorted, groupOfEach)
    for (const text of moved) {
      const group = groups.get(text)
      if (group === undefined) made.delete(text)
      else made.set(text, group)
    }
    this.#movedTexts = undefined
    if (this.#groups === groups) this.#texts = made
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
