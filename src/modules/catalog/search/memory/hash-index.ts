import { grown, hasRoom, moved, withRoom } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

const LEAST_BUCKETS = 64

/**
 * Integers by the hash of a text, several per hash. It keeps no texts: the caller compares those of what it finds. There
 * are as many buckets as entries, each of which takes 16 bytes. With each new entry one bucket is divided: to make a table
 * of twice the size from all entries at once would take too long (linear hashing).
 */
export class HashIndex {
  /** The last entry of each bucket plus one; 0 for none. */
  #heads = new Uint32Array(LEAST_BUCKETS)
  #buckets = LEAST_BUCKETS
  /** The bits of a hash that choose a bucket; one bit less where that bucket is not there yet. */
  #mask = LEAST_BUCKETS - 1
  #hashes = new Uint32Array(64)
  #values = new Uint32Array(64)
  /** The entry before in the same bucket plus one; 0 for none. */
  #before = new Uint32Array(64)
  #size = 0

  add(hash: number, value: number): void {
    const entry = this.#size++
    if (this.#size > this.#buckets) this.#divide()
    this.#hashes = grown(this.#hashes, this.#size)
    this.#values = grown(this.#values, this.#size)
    this.#before = grown(this.#before, this.#size)
    this.#hashes[entry] = hash
    this.#values[entry] = value
    this.#link(entry)
  }

  /** The last entry with this hash, or -1. */
  last(hash: number): number {
    return this.#from(this.#heads[this.#bucketOf(hash)] as number, hash)
  }

  /** The entry with the same hash that was added before this one, or -1. */
  previous(entry: number): number {
    return this.#from(this.#before[entry] as number, this.#hashes[entry] as number)
  }

  valueOf(entry: number): number {
    return this.#values[entry] as number
  }

  /** Makes room for further entries, array by array. */
  *makeRoom(): Iterable<void> {
    if (!hasRoom(this.#hashes, this.#size)) yield void (this.#hashes = moved(this.#hashes))
    if (!hasRoom(this.#values, this.#size)) yield void (this.#values = moved(this.#values))
    if (!hasRoom(this.#before, this.#size)) yield void (this.#before = moved(this.#before))
    if (!hasRoom(this.#heads, this.#buckets)) yield void (this.#heads = moved(this.#heads))
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.#hashes.subarray(0, this.#size))
    writer.numbers(this.#values.subarray(0, this.#size))
  }

  load(reader: SnapshotReader): void {
    this.#hashes = reader.uint32()
    this.#values = reader.uint32()
    this.#size = this.#hashes.length
    this.#before = new Uint32Array(withRoom(this.#size))
    this.#buckets = Math.max(LEAST_BUCKETS, this.#size)
    this.#heads = new Uint32Array(withRoom(this.#buckets))
    this.#mask = LEAST_BUCKETS - 1
    while (this.#mask < this.#buckets - 1) this.#mask = 2 * this.#mask + 1
    for (let entry = 0; entry < this.#size; entry++) this.#link(entry)
  }

  #bucketOf(hash: number): number {
    const bucket = hash & this.#mask
    return bucket < this.#buckets ? bucket : hash & (this.#mask >>> 1)
  }

  #from(link: number, hash: number): number {
    let at = link
    while (at !== 0 && this.#hashes[at - 1] !== hash) at = this.#before[at - 1] as number
    return at - 1
  }

  /** Moves the entries of one bucket that belong into a new one, both in their order. */
  #divide(): void {
    const bucket = this.#buckets++
    if (bucket > this.#mask) this.#mask = 2 * this.#mask + 1
    this.#heads = grown(this.#heads, this.#buckets)
    const divided = bucket & (this.#mask >>> 1)
    let link = this.#heads[divided] as number
    this.#heads[divided] = 0
    let [lastLeft, lastMoved] = [0, 0]
    while (link !== 0) {
      const entry = link - 1
      const isMoved = this.#bucketOf(this.#hashes[entry] as number) === bucket
      const last = isMoved ? lastMoved : lastLeft
      if (last === 0) this.#heads[isMoved ? bucket : divided] = link
      else this.#before[last - 1] = link
      if (isMoved) lastMoved = link
      else lastLeft = link
      link = this.#before[entry] as number
      this.#before[entry] = 0
    }
  }

  #link(entry: number): void {
    const bucket = this.#bucketOf(this.#hashes[entry] as number)
    this.#before[entry] = this.#heads[bucket] as number
    this.#heads[bucket] = entry + 1
  }
}

const [START, PRIME] = [0x811c9dc5, 0x01000193]

/** FNV-1a over the characters of a text, and over those of a further one with a separator before it. */
export function hashOf(text: string, further?: string): number {
  const own = withText(START, text)
  return spread(further === undefined ? own : withText(separated(own), further))
}

/** The same of a text and of the letters of a further one. */
export function hashOfLetters(text: string, letters: Uint16Array, from: number, to: number): number {
  let hash = separated(withText(START, text))
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (letters[i] as number), PRIME)
  return spread(hash)
}

/** The same of lists of texts; a text that goes from the end of one to the beginning of the next is a change. */
export function hashOfLists(lists: readonly (readonly string[])[]): number {
  let hash = START
  for (const texts of lists) {
    for (const text of texts) hash = separated(withText(hash, text))
    hash = separated(hash)
  }
  return spread(hash)
}

function withText(start: number, text: string): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash
}

function separated(hash: number): number {
  return Math.imul(hash ^ 0xff, PRIME)
}

/** The lowest bits choose the bucket. */
function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0
}
