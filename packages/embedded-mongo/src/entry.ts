import type { ByteCache, CachedBytes } from './byte-cache.ts'
import { readField, type Source } from './bson-bytes.ts'
import { type EqualityKey, equalityKey } from './values.ts'

/** Where the bytes of a collection's committed documents are kept and can be read again. */
export interface EntryStorage {
  readonly cache: ByteCache
  /** Throws 175 when the document is not there any more, because its collection was dropped. */
  read(sequence: number): Buffer
  /** The same bytes in a buffer that the next reading overwrites. */
  readTransient(sequence: number): Buffer
}

/**
 * A stored document. Immutable: a change makes a new entry, so that a snapshot is a list of old entries. Its bytes come
 * and go: a committed entry can read them again, one that has been replaced keeps them.
 */
export class Entry implements Source, CachedBytes {
  readonly idKey: EqualityKey
  /** The place on disk and in natural order, kept through updates. */
  readonly sequence: number
  isUsed = false
  isReplaced = false
  #bytes: Buffer | undefined
  #storage: EntryStorage | undefined

  constructor(sequence: number, bytes: Buffer, idKey: EqualityKey = equalityKey(readField(bytes, '_id'))) {
    this.idKey = idKey
    this.sequence = sequence
    this.#bytes = bytes
  }

  get bytes(): Buffer {
    if (this.#bytes !== undefined) {
      this.isUsed = true
      return this.#bytes
    }
    const { cache, read } = this.#storage!
    this.#bytes = read(this.sequence)
    cache.add(this, this.#bytes.length)
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

  /** The disk has it: from now on the cache may forget the bytes. */
  markStored(storage: EntryStorage): void {
    if (this.isReplaced) return
    this.#storage = storage
    storage.cache.add(this, this.#bytes!.length)
  }

  /** The disk has it and nobody has asked for it yet: the bytes stay there. */
  unload(storage: EntryStorage): void {
    this.#storage = storage
    this.#bytes = undefined
  }

  /** Another entry takes its place on the disk: a snapshot that still holds this one must find its own bytes in it. */
  replace(): void {
    this.isReplaced = true
    if (this.#storage === undefined) return
    if (this.#bytes === undefined) this.#bytes = this.#storage.read(this.sequence)
    else this.#storage.cache.remove(this.#bytes.length)
    this.#storage = undefined
  }

  forget(): number {
    const length = this.#bytes!.length
    this.#bytes = undefined
    return length
  }

  detach(): void {
    const bytes = this.#bytes!
    if (bytes.buffer.byteLength > 2 * bytes.length) this.#bytes = Buffer.from(new Uint8Array(bytes).buffer)
  }
}
