import { ByteCache } from './byte-cache.ts'
import type { Disk } from './disk.ts'
import { DocumentSet, Index } from './document-set.ts'
import { Entry, type Shelf } from './entry.ts'
import { code, CommandError, type Document } from './errors.ts'
import { describeIndex, type IndexSpec, parseIndex } from './index-spec.ts'
import type { Filter } from './query.ts'
import type { Transaction } from './transaction.ts'
import { type EqualityKey, equal } from './values.ts'

/** A collection: its committed documents, and which open transaction holds which document or unique key. */
export class Collection {
  readonly id: number
  readonly database: string
  readonly name: string
  readonly documents: DocumentSet
  readonly locks = new Map<EqualityKey, Transaction>()
  readonly keyLocks = new Map<string, Transaction>()
  readonly shelf: Shelf
  #sequence = 0

  constructor(
    id: number,
    {
      database,
      name,
      specs = [],
      store,
    }: {
      database: string
      name: string
      specs?: readonly IndexSpec[]
      store: { readonly disk: Disk; readonly cache: ByteCache }
    },
  ) {
    this.id = id
    this.database = database
    this.name = name
    this.documents = new DocumentSet(specs)
    this.shelf = {
      cache: store.cache,
      read: (sequence) => store.disk.read(id, sequence),
      peek: (sequence) => store.disk.peek(id, sequence),
    }
  }

  get namespace(): string {
    return `${this.database}.${this.name}`
  }

  get specs(): IndexSpec[] {
    return this.documents.indexes.map(({ spec }) => spec)
  }

  nextSequence(): number {
    return this.#sequence++
  }

  load(sequence: number, bytes: Buffer): void {
    this.#sequence = Math.max(this.#sequence, sequence + 1)
    const entry = new Entry(sequence, bytes)
    this.documents.replace(undefined, entry)
    entry.rest(this.shelf)
  }

  description(): Document {
    return { database: this.database, name: this.name, indexes: this.specs.map(describeIndex) }
  }
}

export const idIndex: IndexSpec = {
  name: '_id_',
  key: { _id: 1 },
  unique: true,
  sparse: false,
  partial: undefined,
  expireAfterSeconds: undefined,
}

/** All databases: keys, indexes and the documents used lately in memory, and the disk behind them. */
export class Store {
  readonly disk: Disk
  readonly cache: ByteCache
  readonly #databases = new Map<string, Map<string, Collection>>()
  /** Transactions that have read something: each keeps the entries that others replace meanwhile. */
  readonly snapshots = new Set<Transaction>()
  #nextId = 1

  /** @param cacheBytes what the bytes of documents may take in memory, over all databases */
  constructor(disk: Disk, cacheBytes: number) {
    this.disk = disk
    this.cache = new ByteCache(cacheBytes)
    for (const { id, description } of disk.collections()) {
      const specs = (description['indexes'] as Document[]).map(parseIndex)
      const collection = this.#add(
        new Collection(id, {
          database: String(description['database']),
          name: String(description['name']),
          specs,
          store: this,
        }),
      )
      for (const { sequence, bytes } of disk.documents(id)) collection.load(sequence, bytes)
    }
  }

  #add(collection: Collection): Collection {
    this.#nextId = Math.max(this.#nextId, collection.id + 1)
    const database = this.#databases.get(collection.database) ?? new Map<string, Collection>()
    this.#databases.set(collection.database, database.set(collection.name, collection))
    return collection
  }

  get databases(): string[] {
    return [...this.#databases.keys()]
  }

  collections(database: string): Collection[] {
    return [...(this.#databases.get(database)?.values() ?? [])]
  }

  find(database: string, name: string): Collection | undefined {
    return this.#databases.get(database)?.get(name)
  }

  /** The collection, made now when it is missing. Throws 73 for a name that MongoDB refuses. */
  ensure(database: string, name: string): Collection {
    const existing = this.find(database, name)
    if (existing !== undefined) return existing
    if (name === '' || name.includes('$') || name.includes('\0') || name.startsWith('system.')) {
      throw new CommandError(code.invalidNamespace, `Invalid collection name: ${name}`)
    }
    if (!/^[^/\\. "$\0]{1,63}$/.test(database))
      throw new CommandError(code.invalidNamespace, `Invalid database name: ${database}`)
    const collection = this.#add(new Collection(this.#nextId, { database, name, store: this }))
    this.disk.writeCollection(collection.id, collection.description())
    return collection
  }

  /** Removes a collection; transactions that wrote into it are aborted. */
  drop(collection: Collection): void {
    this.#abortUsersOf(collection)
    const database = this.#databases.get(collection.database)
    database?.delete(collection.name)
    if (database?.size === 0) this.#databases.delete(collection.database)
    this.disk.removeCollection(collection.id)
  }

  /** Builds an index. True when it is new; throws 85/86 for a different one in its place and 11000 for duplicates. */
  createIndex(collection: Collection, spec: IndexSpec): boolean {
    const keyOf = ({ key }: IndexSpec): string => JSON.stringify(Object.entries(key))
    if (keyOf(spec) === keyOf(idIndex)) return false
    for (const existing of collection.specs) {
      const sameKey = keyOf(existing) === keyOf(spec)
      if (existing.name === spec.name) {
        if (sameKey && equal(comparable(existing), comparable(spec))) return false
        throw new CommandError(
          code.indexKeySpecsConflict,
          `An index named ${spec.name} exists with another description`,
        )
      }
      if (sameKey && equal(existing.partial ?? null, spec.partial ?? null)) {
        throw new CommandError(
          code.indexOptionsConflict,
          `Index already exists with a different name: ${existing.name}`,
        )
      }
    }
    const index = new Index(spec)
    for (const entry of collection.documents.byId.values()) {
      if (spec.unique) assertFree(collection, index, entry)
      index.replace(undefined, entry)
    }
    this.#abortUsersOf(collection)
    collection.documents.addIndex(spec, index)
    this.disk.writeCollection(collection.id, collection.description())
    return true
  }

  dropIndex(collection: Collection, name: string): void {
    this.#abortUsersOf(collection)
    collection.documents.removeIndex(name)
    this.disk.writeCollection(collection.id, collection.description())
  }

  #abortUsersOf(collection: Collection): void {
    for (const transaction of this.snapshots) if (transaction.viewOf(collection) !== undefined) transaction.abort()
  }

  /** Puts a committed change in place and hands the old entry to every open snapshot but the writer's own. */
  apply(collection: Collection, before: Entry | undefined, after: Entry | undefined, writer?: Transaction): void {
    before?.replace()
    collection.documents.replace(before, after)
    const key = (after ?? before)!.idKey
    for (const transaction of this.snapshots) if (transaction !== writer) transaction.remember(collection, key, before)
    this.disk.write({ collection: collection.id, sequence: (after ?? before)!.sequence, bytes: after?.bytes }, () =>
      after?.shelve(collection.shelf),
    )
  }

  /** The documents that match, as a transaction sees them or as they are committed, `limit` of them at most. */
  select(
    collection: Collection | undefined,
    filter: Filter,
    transaction: Transaction | undefined,
    limit = Infinity,
  ): Entry[] {
    const found: Entry[] = []
    if (collection === undefined) return found
    const view = transaction?.viewOf(collection)
    for (const entry of collection.documents.candidates(filter)) {
      if (view?.hides(entry.idKey) === true || !filter.matches(entry)) continue
      found.push(entry)
      if (found.length >= limit) return found
    }
    for (const entry of view?.own(filter) ?? []) {
      found.push(entry)
      if (found.length >= limit) break
    }
    return found
  }
}

function comparable(spec: IndexSpec): Document {
  const { unique, sparse, partial, expireAfterSeconds } = spec
  return { unique, sparse, partial: partial ?? null, expireAfterSeconds: expireAfterSeconds ?? null }
}

/** Throws 11000 when a unique index already holds one of the document's keys for another document. */
export function assertFree(collection: Collection, index: Index, entry: Entry): void {
  for (const key of index.keysOf(entry)) {
    const holder = index.holder(key)
    if (holder !== undefined && holder !== entry.idKey)
      throw duplicateKey(collection, index.spec.name, index.paths, entry)
  }
}

/** Error 11000, worded as MongoDB words it. */
export function duplicateKey(
  collection: Collection,
  name: string,
  paths: readonly string[],
  entry: Entry,
): CommandError {
  const fields = paths.map((path) => [path, valueAt(entry, path)] as const)
  const shown = fields.map(([path, value]) => `${path}: ${JSON.stringify(value)}`).join(', ')
  return new CommandError(
    code.duplicateKey,
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: { ${shown} }`,
    {
      fields: { keyPattern: Object.fromEntries(paths.map((path) => [path, 1])), keyValue: Object.fromEntries(fields) },
    },
  )
}

function valueAt(entry: Entry, path: string): unknown {
  const [first, ...rest] = path.split('.')
  let value = entry.field(first!)
  for (const segment of rest)
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, segment) ? (value as Document)[segment] : null
  return value ?? null
}
