import { readField, type Source } from './bson-bytes.ts'
import { type EqualityKey, equalityKey } from './values.ts'

/** Where the bytes of a collection's committed documents are kept and can be read again. */
export interface EntryStorage {
  readonly cache: EntryCache
  /** Throws `queryPlanKilled` when the document is not there any more, because its collection was dropped. */
  read(sequence: number): Buffer
  /** The same bytes in a buffer that the next reading overwrites. */
  readTransient(sequence: number): Buffer
}

/**
 * A stored document. It never changes: an update makes a new entry, so that a snapshot is a list of old entries. Its
 * bytes come and go: a committed entry can read them again, and one that was replaced keeps them.
 */
export class Entry implements Source {
  readonly idKey: EqualityKey
  /** The place on disk and in natural order, kept through updates. */
  readonly sequence: number
  #bytes: Buffer | undefined
  #storage: EntryStorage | undefined
  #wasUsed = false
  #isReplaced = false

  constructor(sequence: number, bytes: Buffer, idKey: EqualityKey = equalityKey(readField(bytes, '_id'))) {
    this.idKey = idKey
    this.sequence = sequence
    this.#bytes = bytes
  }

  get bytes(): Buffer {
    this.#wasUsed = this.#bytes !== undefined
    if (this.#bytes === undefined) {
      this.#bytes = this.#storage!.read(this.sequence)
      this.#storage!.cache.add(this, this.#bytes.length)
    }
    return this.#bytes
  }

  /** Reading single fields keeps no bytes: a pass over a large collection asks every document for a field or two. */
  field(name: string): unknown {
    // Most keys are the _id itself; those that are not begin with a zero character.
    if (name === '_id' && (typeof this.idKey === 'number' || this.idKey.charCodeAt(0) !== 0)) return this.idKey
    return readField(this.transientBytes, name)
  }

  /** The bytes for reading values out of them at once, before anything else is read. */
  get transientBytes(): Buffer {
    return this.#bytes ?? this.#storage!.readTransient(this.sequence)
  }

  /** Called when the disk has a new entry: from now on the cache may drop its bytes, unless it was replaced already. */
  markStored(storage: EntryStorage): void {
    if (this.#isReplaced) return
    this.#storage = storage
    storage.cache.add(this, this.#bytes!.length)
  }

  /** Leaves the bytes of an entry that was loaded at the start on the disk. */
  unload(storage: EntryStorage): void {
    this.#storage = storage
    this.#bytes = undefined
  }

  /** Keeps the bytes for snapshots that still hold this entry when another one takes its place on the disk. */
  replace(): void {
    this.#isReplaced = true
    if (this.#storage === undefined) return
    this.#storage.cache.remove(this, this.#bytes?.length ?? 0)
    this.#bytes ??= this.#storage.read(this.sequence)
  }

  /** Drops the bytes and returns how many they were; returns 0 once when they were used since the last call. */
  evict(): number {
    const bytes = this.#bytes!
    if (!this.#wasUsed) {
      this.#bytes = undefined
      return bytes.length
    }
    this.#wasUsed = false
    // Bytes that stay are copied out of the large message in which they came.
    if (bytes.buffer.byteLength > 2 * bytes.length) this.#bytes = Buffer.from(new Uint8Array(bytes).buffer)
    return 0
  }
}

/**
 * The entries whose bytes are in memory, up to a number of bytes, oldest first. An entry that was used since its last
 * turn gets another one; the others are read from the disk again when they are needed. This bounds the memory of an
 * import of any size.
 */
export class EntryCache {
  readonly #entries = new Set<Entry>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(added: Entry, length: number): void {
    this.#entries.add(added)
    this.#bytes += length
    for (const entry of this.#entries) {
      // The newest one is in use right now.
      if (this.#bytes <= this.#maxBytes || entry === added) return
      const evicted = entry.evict()
      this.#bytes -= evicted
      this.#entries.delete(entry)
      if (evicted === 0) this.#entries.add(entry)
    }
  }

  remove(entry: Entry, length: number): void {
    if (this.#entries.delete(entry)) this.#bytes -= length
  }
}
