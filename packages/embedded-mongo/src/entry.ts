import type { ByteCache } from './byte-cache.ts'
import { readField, type Source } from './raw.ts'
import { type EqualityKey, equalityKey } from './values.ts'

/** Where the bytes of a collection's committed documents can be read again, and what is kept of them in memory. */
export interface Shelf {
  readonly cache: ByteCache
  /** Throws 175 when the document is not there any more, because its collection was dropped. */
  read(sequence: number): Buffer
}

/**
 * A stored document. Immutable: a change makes a new entry, so that a snapshot is a list of old entries. Its bytes come
 * and go: a committed entry can read them again, one that has been replaced holds on to them.
 */
export class Entry implements Source {
  readonly idKey: EqualityKey
  /** The place on disk and in natural order, kept through updates. */
  readonly sequence: number
  /** Read since the cache last asked. */
  isUsed = false
  #bytes: Buffer | undefined
  #shelf: Shelf | undefined
  #isReplaced = false

  constructor(sequence: number, bytes: Buffer, idKey: EqualityKey = equalityKey(readField(bytes, '_id'))) {
    this.idKey = idKey
    this.sequence = sequence
    this.#bytes = bytes
  }

  get bytes(): Buffer {
    this.isUsed = true
    if (this.#bytes !== undefined) return this.#bytes
    const shelf = this.#shelf!
    this.#bytes = shelf.read(this.sequence)
    shelf.cache.add(this, this.#bytes.length)
    return this.#bytes
  }

  field(name: string): unknown {
    // Most keys are the _id itself; those that are not begin with a zero character.
    if (name === '_id' && (typeof this.idKey === 'number' || this.idKey.charCodeAt(0) !== 0)) return this.idKey
    return readField(this.bytes, name)
  }

  /** The disk has it: from now on memory may forget the bytes. */
  shelve(shelf: Shelf): void {
    if (this.#isReplaced) return
    this.#shelf = shelf
    shelf.cache.add(this, this.#bytes!.length)
  }

  /** The disk has it and nobody has asked for it yet: the bytes stay there. */
  rest(shelf: Shelf): void {
    this.#shelf = shelf
    this.#bytes = undefined
  }

  /** Another entry takes its place on the disk: who still holds this one must find its own bytes in it. */
  hold(): void {
    void this.bytes
    this.#shelf?.cache.remove(this, this.#bytes!.length)
    this.#shelf = undefined
    this.#isReplaced = true
  }

  /** Called by the cache: forgets the bytes and answers how many there were. */
  forget(): number {
    const length = this.#bytes?.length ?? 0
    this.#bytes = undefined
    return length
  }

  /** Called by the cache: lets go of a large message in which the document came. */
  detach(): void {
    const bytes = this.#bytes
    if (bytes !== undefined && bytes.buffer.byteLength > 2 * bytes.length) this.#bytes = Buffer.from(new Uint8Array(bytes).buffer)
  }
}
