import { setImmediate as endOfTurn } from 'node:timers/promises'
import { assertFree, Collection, duplicateKey, type OpenTransaction } from './collection.ts'
import { decode } from './bson-bytes.ts'
import type { Disk, StoredCollections } from './disk.ts'
import type { Index } from './document-index.ts'
import { type Entry, EntryCache } from './entry.ts'
import { code, CommandError, type Document } from './errors.ts'
import { type IndexSpec, parseIndex } from './index-spec.ts'
import { inPieces, type Steps, type Unbuilt } from './pieces.ts'
import { Selection } from './selection.ts'
import type { Filter } from './query.ts'
import { equal } from './values.ts'

/** All databases: keys, indexes and recently used documents in memory, and the disk behind them. */
export class Store {
  readonly disk: Disk
  readonly cache: EntryCache
  readonly #databases = new Map<string, Map<string, Collection>>()
  /** Transactions that have read something: each keeps the entries that others replace. */
  readonly snapshots = new Set<OpenTransaction>()
  readonly #building = new Map<object, Promise<void>>()
  /** How often a command was interrupted for others. */
  #turns = 0
  readonly #turnsSoFar = (): number => this.#turns
  #nextId = 1

  /**
   * An empty store; `load` fills it.
   * @param cacheBytes what the bytes of documents may take in memory, over all databases
   */
  constructor(disk: Disk, cacheBytes: number) {
    this.disk = disk
    this.cache = new EntryCache(cacheBytes)
  }

  /**
   * Takes in which collections are on the disk. Their documents are read later, and not to be asked for before.
   * @param built names of indexes that are built on the way, for half of what it costs when they are first needed
   */
  load(stored: StoredCollections, built: readonly string[] = []): void {
    for (const { collection: id, bytes } of stored.collections()) {
      const description = decode(bytes)
      const specs = (description['indexes'] as Document[]).map(parseIndex)
      const names = { database: String(description['database']), name: String(description['name']), specs, built }
      this.#add(new Collection(id, names, this, stored.documents(id)))
    }
  }

  /** Removes from the disk the documents with an `_id` that a newer one has. */
  removeDuplicates(): void {
    for (const collection of this.all()) {
      for (const { idKey, sequence } of collection.duplicates.splice(0)) {
        process.stderr.write(
          `embedded-mongo: ${collection.namespace} had two documents with the _id ${JSON.stringify(idKey)}; the older one is removed\n`,
        )
        this.disk.write(collection.id, sequence, undefined)
      }
    }
  }

  #add(collection: Collection): Collection {
    this.#nextId = Math.max(this.#nextId, collection.id + 1)
    const database = this.#databases.get(collection.database) ?? new Map<string, Collection>()
    this.#databases.set(collection.database, database.set(collection.name, collection))
    return collection
  }

  /** The collections of all databases. */
  all(): Collection[] {
    return [...this.#databases.keys()].flatMap((database) => this.collections(database))
  }

  collections(database: string): Collection[] {
    return [...(this.#databases.get(database)?.values() ?? [])]
  }

  find(database: string, name: string): Collection | undefined {
    return this.#databases.get(database)?.get(name)
  }

  /** The collection, made now when it is missing. Throws `invalidNamespace` for a name that MongoDB refuses. */
  ensure(database: string, name: string): Collection {
    const existing = this.find(database, name)
    if (existing !== undefined) return existing
    if (name === '' || name.includes('$') || name.includes('\0') || name.startsWith('system.')) {
      throw new CommandError(code.invalidNamespace, `Invalid collection name: ${name}`)
    }
    if (!/^[^/\\. "$\0]{1,63}$/.test(database))
      throw new CommandError(code.invalidNamespace, `Invalid database name: ${database}`)
    const collection = this.#add(new Collection(this.#nextId, { database, name }, this))
    this.disk.writeCollection(collection.id, collection.description())
    return collection
  }

  /** Removes a collection; transactions that wrote into it are aborted. */
  drop(collection: Collection): void {
    this.#abortWritersTo(collection)
    const database = this.#databases.get(collection.database)
    database?.delete(collection.name)
    if (database?.size === 0) this.#databases.delete(collection.database)
    const sequences = [...collection.documents.byId.values()].map(({ sequence }) => sequence)
    this.disk.removeCollection(collection.id, sequences)
  }

  /**
   * Builds an index that does not exist yet, in pieces between which other commands are answered: what they change is in
   * it. Throws `indexKeySpecsConflict` for a different one of its name, `indexOptionsConflict` for one that differs in its name or its
   * expiry alone, and `duplicateKey` for duplicates.
   */
  async createIndex(collection: Collection, spec: IndexSpec): Promise<void> {
    if (hasIndex(collection, spec)) return
    const index = collection.documents.newIndex(spec, true)
    await collection.documents.whileBuilt(index, async () => {
      await this.inPieces(fill(collection, index))
      if (this.find(collection.database, collection.name) !== collection)
        throw new CommandError(code.queryPlanKilled, 'the collection was dropped')
      // Somebody else may have built the same.
      if (hasIndex(collection, spec)) return
      assertWhole(collection, index)
      this.#abortWritersTo(collection)
      collection.documents.addIndex(index)
      this.disk.writeCollection(collection.id, collection.description())
    })
  }

  #abortWritersTo(collection: Collection): void {
    for (const transaction of this.snapshots) if (transaction.hasWrittenTo(collection)) transaction.abort()
  }

  /**
   * Builds what somebody has asked for before it was built, in pieces between which other commands are answered. Who
   * asks for the same meanwhile waits for the same.
   */
  async build({ what, steps }: Unbuilt): Promise<void> {
    const known = this.#building.get(what) ?? Promise.resolve(this.inPieces(steps()))
    this.#building.set(what, known)
    await known.finally(() => this.#building.delete(what))
  }

  /**
   * Takes the steps of a command in pieces between which other commands are answered.
   * @param limitMs after which it is given up, between two pieces
   */
  inPieces<T>(steps: Steps<T>, limitMs = Infinity): T | Promise<T> {
    const endsAt = performance.now() + limitMs
    return inPieces(steps, () => {
      if (performance.now() > endsAt)
        throw new CommandError(code.maxTimeMSExpired, `operation exceeded its time limit of ${limitMs} ms`)
      return this.#afterTurn()
    })
  }

  /** Has other commands answered in the middle of one. @throws CommandError when the disk failed meanwhile */
  async turn(): Promise<void> {
    await endOfTurn()
    await this.#afterTurn()
  }

  async #afterTurn(): Promise<void> {
    this.#turns++
    await this.disk.ready()
    this.disk.assertHealthy()
  }

  /** Puts a committed change in place and gives the old entry to every open snapshot. */
  apply(collection: Collection, before: Entry | undefined, after: Entry | undefined): void {
    before?.replace()
    collection.replace(before, after)
    const key = (after ?? before)!.idKey
    for (const transaction of this.snapshots) transaction.remember(collection, key, before)
    // A document that was deleted and inserted again has a new place on the disk: the old one must not stay.
    if (before !== undefined && before.sequence !== after?.sequence)
      this.disk.write(collection.id, before.sequence, undefined)
    if (after !== undefined)
      this.disk.write(collection.id, after.sequence, after.bytes, () => after.markStored(collection.storage))
  }

  /**
   * The matches in an order that is kept, up to the last one of a page; undefined when they are to be selected and sorted. What a
   * transaction sees is few documents, and is always sorted.
   * @returns with how many of those before the page were left out: all of them, or none
   */
  selectionInOrder(
    collection: Collection | undefined,
    filter: Filter,
    order: Document,
    { skip, end }: { readonly skip: number; readonly end: number },
  ): { readonly selection: Selection; readonly skipped: number } | undefined {
    const candidates = collection?.documents.inOrder(filter, order, skip)
    if (candidates === undefined) return undefined
    const { entries, areMatches, skipped } = candidates
    const settings = { limit: end - skipped, turns: this.#turnsSoFar }
    return { selection: new Selection(entries, (entry) => areMatches || filter.matches(entry), settings), skipped }
  }

  /**
   * The documents that match, as a transaction sees them, or as they are committed, `limit` of them at most. A transaction
   * must be pinned before others have their turn.
   */
  selection(
    collection: Collection | undefined,
    filter: Filter,
    transaction: OpenTransaction | undefined,
    limit = Infinity,
  ): Selection {
    const candidates =
      collection === undefined
        ? []
        : transaction === undefined
          ? collection.documents.candidates(filter)
          : visible(collection, filter, transaction)
    return new Selection(candidates, (entry) => filter.matches(entry), { limit, turns: this.#turnsSoFar })
  }
}

/**
 * What may match of what a transaction sees: what is committed, what others have replaced since its snapshot, also while
 * this is looked at, and what is its own. Undefined stands for what it does not see.
 */
function visible(collection: Collection, filter: Filter, transaction: OpenTransaction): Iterable<Entry | undefined> {
  const committed = collection.documents.candidates(filter)
  const own = transaction.viewOf(collection)?.ownCandidates(filter) ?? []
  function* all(): Iterable<Entry | undefined> {
    for (const entry of committed) yield transaction.viewOf(collection)?.hides(entry.idKey) === true ? undefined : entry
    yield* transaction.viewOf(collection)?.replaced() ?? []
    yield* own
  }
  return all()
}

/** Whether a collection has an index. Throws `indexKeySpecsConflict` or `indexOptionsConflict` for one that is too like it. */
function hasIndex(collection: Collection, spec: IndexSpec): boolean {
  const named = collection.documents.index(spec.name)
  if (named !== undefined && equal(named.spec, spec)) return true
  if (named !== undefined && !areAlike(named.spec, spec))
    throw new CommandError(code.indexKeySpecsConflict, `An index named ${spec.name} exists with another description`)
  const alike = collection.specs.find((each) => areAlike(each, spec))
  if (alike !== undefined)
    throw new CommandError(code.indexOptionsConflict, `The index ${alike.name} differs in its name or expiry alone`)
  return false
}

/** Puts all documents into an index that is not the collection's yet. */
function* fill(collection: Collection, index: Index): Steps<void> {
  for (const entry of collection.documents.byId.values()) {
    index.assertIndexable(entry)
    if (index.spec.unique) assertFree(collection, index, entry)
    index.replace(undefined, entry)
    yield
  }
}

/** Throws what a change has met that was made while the index was built. */
function assertWhole(collection: Collection, index: Index): void {
  if (index.problem !== undefined) throw index.problem
  const shared = index.spec.unique === true ? index.firstShared() : undefined
  const entry = shared === undefined ? undefined : collection.documents.byId.get(shared)
  if (entry !== undefined) throw duplicateKey(collection, index.spec.name, index.paths, entry)
}

/** Whether MongoDB takes two indexes for one, whatever they are called and when their documents expire. */
function areAlike(
  { name: _name, expireAfterSeconds: _seconds, ...one }: IndexSpec,
  { name: _otherName, expireAfterSeconds: _otherSeconds, ...other }: IndexSpec,
): boolean {
  return equal(one, other)
}
