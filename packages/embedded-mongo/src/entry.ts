import type { ByteCache } from './byte-cache.ts'
import { readField, type Source } from './raw.ts'
import { type EqualityKey, equalityKey } from './values.ts'

/** Where the bytes of a collection's committed documents can be read again, and what is kept of them in memory. */
export interface Shelf {
  readonly cache: ByteCache
  /** Throws 175 when the document is not there any more, because its collection was dropped. */
  read(sequence: number): Buffer
  /** The same bytes in a buffer that the next reading overwrites. */
  peek(sequence: number): Buffer
}

/**
 * A stored document. Immutable: a change makes a new entry, so that a snapshot is a list of old entries. Its bytes come
 * and go: a committed entry can read them again, one that has been replaced holds on to them.
 */
export class Entry implements Source {
  readonly idKey: EqualityKey
  /** The place on disk and in natural order, kept through updates. */
  readonly sequence: number
  /** Asked for since the cache last looked. */
  isUsed = false
  /** Another entry has its place on the disk. */
  isReplaced = false
  #bytes: Buffer | undefined
  #shelf: Shelf | undefined

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
    const { cache, read } = this.#shelf!
    this.#bytes = read(this.sequence)
    cache.add(this, this.#bytes.length)
    return this.#bytes
  }

  /** A pass over a large collection asks every document for a field or two: that keeps nothing. */
  field(name: string): unknown {
    // Most keys are the _id itself; those that are not begin with a zero character.
    if (name === '_id' && (typeof this.idKey === 'number' || this.idKey.charCodeAt(0) !== 0)) return this.idKey
    return readField(this.passing, name)
  }

  /** The bytes for somebody who reads values out of them at once, before anything else is read. */
  get passing(): Buffer {
    return this.#bytes ?? this.#shelf!.peek(this.sequence)
  }

  /** The disk has it: from now on memory may forget the bytes. */
  shelve(shelf: Shelf): void {
    if (this.isReplaced) return
    this.#shelf = shelf
    shelf.cache.add(this, this.#bytes!.length)
  }

  /** The disk has it and nobody has asked for it yet: the bytes stay there. */
  rest(shelf: Shelf): void {
    this.#shelf = shelf
    this.#bytes = undefined
  }

  /** Another entry takes its place on the disk: who still holds this one must find its own bytes in it. */
  replace(): void {
    this.isReplaced = true
    if (this.#shelf === undefined) return
    if (this.#bytes === undefined) this.#bytes = this.#shelf.read(this.sequence)
    else this.#shelf.cache.remove(this.#bytes.length)
    this.#shelf = undefined
  }

  /** Called by the cache: forgets the bytes and answers how many there were. */
  forget(): number {
    const length = this.#bytes!.length
    this.#bytes = undefined
    return length
  }

  /** Called by the cache: lets go of a large message in which the document came. */
  detach(): void {
    const bytes = this.#bytes!
    if (bytes.buffer.byteLength > 2 * bytes.length) this.#bytes = Buffer.from(new Uint8Array(bytes).buffer)
  }
}
