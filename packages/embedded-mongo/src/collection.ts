import type { Disk, StoredDocument } from './disk.ts'
import type { Index } from './document-index.ts'
import { DocumentSet } from './document-set.ts'
import { Entry, type EntryCache, type EntryStorage } from './entry.ts'
import { code, CommandError, type Document } from './errors.ts'
import { Expiring } from './expiring.ts'
import { describeIndex, type IndexSpec } from './index-spec.ts'
import { pathReader } from './paths.ts'
import type { Steps } from './pieces.ts'
import type { Filter } from './query.ts'
import type { EqualityKey } from './values.ts'

/** A transaction as collections and the store know it. */
export interface OpenTransaction {
  readonly state: 'active' | 'committed' | 'aborted'
  readonly ended: Promise<void>
  readonly waitingFor: OpenTransaction | undefined
  /** What it sees differently in a collection; undefined as long as that is nothing. */
  viewOf(collection: Collection):
    | {
        hides(id: EqualityKey): boolean
        ownCandidates(filter: Filter): Iterable<Entry>
        replaced(): Iterable<Entry | undefined>
      }
    | undefined
  /** Whether it has changed something in a collection, which it holds until it ends. */
  hasWrittenTo(collection: Collection): boolean
  /** Another writer's change is being committed: a snapshot keeps what was there before. */
  remember(collection: Collection, id: EqualityKey, before: Entry | undefined): void
  abort(): void
}

/** Thrown when documents are asked for that are on the disk and were not read yet. It can be tried again when they were. */
export class Unread extends Error {
  readonly collection: Collection

  constructor(collection: Collection) {
    super('not read yet')
    this.collection = collection
  }
}

/** A collection: its committed documents, and which open transaction holds which document or unique key. */
export class Collection {
  readonly id: number
  readonly database: string
  readonly name: string
  readonly #documents: DocumentSet
  /** What is on the disk and is to be taken in; undefined when it was. */
  #unread: Iterable<StoredDocument> | undefined
  /** What was met on the disk with an `_id` that a newer document has. */
  readonly duplicates: Entry[] = []
  readonly locks = new Map<EqualityKey, OpenTransaction>()
  readonly keyLocks = new Map<string, OpenTransaction>()
  readonly storage: EntryStorage
  /** By the names of the indexes that say so. */
  readonly #expiring = new Map<string, Expiring>()
  #sequence = 0

  constructor(
    id: number,
    {
      database,
      name,
      specs = [],
      built = [],
    }: { database: string; name: string; specs?: readonly IndexSpec[]; built?: readonly string[] },
    { disk, cache }: { readonly disk: Disk; readonly cache: EntryCache },
    unread?: Iterable<StoredDocument>,
  ) {
    this.id = id
    this.database = database
    this.name = name
    this.#documents = new DocumentSet(specs, built)
    this.#unread = unread
    this.storage = {
      cache,
      read: (sequence) => disk.read(id, sequence),
      readTransient: (sequence) => disk.readTransient(id, sequence),
    }
  }

  get namespace(): string {
    return `${this.database}.${this.name}`
  }

  /** @throws Unread before they were read */
  get documents(): DocumentSet {
    if (this.#unread !== undefined) throw new Unread(this)
    return this.#documents
  }

  get specs(): IndexSpec[] {
    return this.#documents.indexes.map(({ spec }) => spec)
  }

  nextSequence(): number {
    return this.#sequence++
  }

  /** What expires, for each index that says so. */
  expiring(): Iterable<Expiring> {
    for (const spec of this.specs) {
      if (spec.expireAfterSeconds === undefined || this.#expiring.has(spec.name)) continue
      this.#expiring.set(spec.name, new Expiring(spec, this.documents.byId))
    }
    return this.#expiring.values()
  }

  /** Puts a committed document in the place of another; either may be missing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    this.documents.replace(before, after)
    if (after !== undefined) for (const each of this.#expiring.values()) each.note(after)
  }

  /** Takes in its documents at the start. It stops after each one, so that the caller can do other things in between. */
  *read(): Steps<void> {
    for (const { sequence, bytes } of this.#unread ?? []) {
      this.#sequence = Math.max(this.#sequence, sequence + 1)
      const entry = new Entry(sequence, bytes)
      const older = this.#documents.byId.get(entry.idKey)
      if (older !== undefined) {
        this.duplicates.push(older)
        // What an index has of it would have LMDB look at a page that is not read to its end yet.
        this.#documents.forgetIndexes()
      }
      this.#documents.replace(older, entry)
      entry.unload(this.storage)
      yield
    }
    this.#unread = undefined
  }

  description(): Document {
    return { database: this.database, name: this.name, indexes: this.specs.map(describeIndex) }
  }
}

/** Throws `duplicateKey` when a unique index already holds one of the document's keys for another document. */
export function assertFree(collection: Collection, index: Index, entry: Entry): void {
  for (const key of index.keysOf(entry)) {
    const holder = index.holder(key)
    if (holder !== undefined && holder !== entry.idKey)
      throw duplicateKey(collection, index.spec.name, index.paths, entry)
  }
}

/** Error `duplicateKey`, worded as MongoDB words it. */
export function duplicateKey(
  collection: Collection,
  name: string,
  paths: readonly string[],
  entry: Entry,
): CommandError {
  const fields = paths.map((path) => [path, pathReader(path)(entry)[0] ?? null] as const)
  const shown = fields.map(([path, value]) => `${path}: ${JSON.stringify(value)}`).join(', ')
  return new CommandError(
    code.duplicateKey,
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: { ${shown} }`,
    {
      fields: { keyPattern: Object.fromEntries(paths.map((path) => [path, 1])), keyValue: Object.fromEntries(fields) },
    },
  )
}
