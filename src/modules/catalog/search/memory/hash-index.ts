import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/**
 * Integers by the hash of a text, several per hash. It keeps no texts: the caller compares those of what it finds. An
 * entry takes 12 bytes, and its share of the buckets about 6 more.
 */
export class HashIndex {
  /** The last entry of each bucket plus one; 0 for none. */
  #heads = new Uint32Array(64)
  #hashes = new Uint32Array(64)
  #values = new Uint32Array(64)
  /** The entry before in the same bucket plus one; 0 for none. */
  #before = new Uint32Array(64)
  #size = 0

  add(hash: number, value: number): void {
    if (this.#size >= this.#heads.length) this.#spread(this.#heads.length * 2)
    const entry = this.#size++
    if (this.#size > this.#hashes.length) {
      this.#hashes = grown(this.#hashes, this.#size)
      this.#values = grown(this.#values, this.#size)
      this.#before = grown(this.#before, this.#size)
    }
    this.#hashes[entry] = hash
    this.#values[entry] = value
    this.#link(entry)
  }

  /** The last entry with this hash, or -1. */
  last(hash: number): number {
    return this.#from(this.#heads[hash & (this.#heads.length - 1)] as number, hash)
  }

  /** The entry with the same hash that was added before this one, or -1. */
  previous(entry: number): number {
    return this.#from(this.#before[entry] as number, this.#hashes[entry] as number)
  }

  valueOf(entry: number): number {
    return this.#values[entry] as number
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.#hashes.subarray(0, this.#size))
    writer.numbers(this.#values.subarray(0, this.#size))
  }

  load(reader: SnapshotReader): void {
    this.#hashes = reader.uint32()
    this.#values = reader.uint32()
    this.#size = this.#hashes.length
    this.#before = new Uint32Array(this.#size)
    let buckets = 64
    while (buckets < this.#size) buckets *= 2
    this.#spread(buckets)
  }

  #from(link: number, hash: number): number {
    let at = link
    while (at !== 0 && this.#hashes[at - 1] !== hash) at = this.#before[at - 1] as number
    return at - 1
  }

  #spread(buckets: number): void {
    this.#heads = new Uint32Array(buckets)
    for (let entry = 0; entry < this.#size; entry++) this.#link(entry)
  }

  #link(entry: number): void {
    const bucket = (this.#hashes[entry] as number) & (this.#heads.length - 1)
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
