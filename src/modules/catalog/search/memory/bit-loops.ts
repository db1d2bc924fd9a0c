import { onFirstUse } from '#platform/concurrency/on-first-use'
import { BYTES_AT_ONCE, loopsIn } from './bit-instructions.ts'

/**
 * What is done with whole arrays of bits, in WebAssembly: JavaScript counts bits by arithmetic and takes 32 at once, a
 * processor unites, intersects or adds up 128 in one instruction. With 100,000 bits an operation on two arrays takes
 * 1 microsecond instead of 3 to 5, most of it for copying them over. The arrays themselves stay in JavaScript, so that
 * nobody has to give memory back.
 */

export const WORDS_AT_ONCE = BYTES_AT_ONCE / Uint32Array.BYTES_PER_ELEMENT
const PAGE_BYTES = 65_536

/** A memory for arrays of bits, which grows, with the functions that work in it. */
export class BitMemory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #loops = onFirstUse(() => loopsIn(this.#memory))
  /** The whole memory; another object after `reserve`. */
  words = new Uint32Array(this.#memory.buffer)

  get loops(): ReturnType<typeof loopsIn> {
    return this.#loops()
  }

  /** Makes room for so many words. */
  reserve(length: number): void {
    const missing = length * Uint32Array.BYTES_PER_ELEMENT - this.#memory.buffer.byteLength
    if (missing <= 0) return
    this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    this.words = new Uint32Array(this.#memory.buffer)
  }

  /** Copies the first words of an array to a place; zeros stand for those that it does not have. */
  put(array: Uint32Array, place: number, length: number): void {
    if (array.length > length) return this.words.set(array.subarray(0, length), place)
    this.words.set(array, place)
    if (array.length < length) this.words.fill(0, place + array.length, place + length)
  }
}

/** Where two arrays lie side by side. */
const memory = new BitMemory()

/** How many bits two arrays share. A shorter array counts as if zeros came after it, here and below. */
export function countShared(one: Uint32Array, other: Uint32Array): number {
  const end = bring(one)
  return memory.loops.countShared(0, other === one ? 0 : bringOther(other, end), end)
}

/** Adds the bits of another array, which is no longer, to an array. */
export function unite(one: Uint32Array, other: Uint32Array): void {
  const end = bring(one)
  memory.loops.unite(0, bringOther(other, end), end)
  one.set(memory.words.subarray(0, one.length))
}

/** Takes the bits of another array out of an array. */
export function subtract(one: Uint32Array, other: Uint32Array): void {
  const end = bring(one)
  memory.loops.subtract(0, bringOther(other, end), end)
  one.set(memory.words.subarray(0, one.length))
}

/**
 * Writes the bits that an array has and each of the others, too.
 * @param into an array at least as long as the first, of which the rest becomes zeros; it may be one of them
 */
export function intersect(one: Uint32Array, others: readonly Uint32Array[], into: Uint32Array): void {
  const end = bring(one)
  for (const other of others) memory.loops.intersect(0, bringOther(other, end), end)
  into.set(memory.words.subarray(0, one.length))
  if (into.length > one.length) into.fill(0, one.length)
}

/**
 * Copies an array to the beginning of the memory, with as many zeros as the functions need, and returns where that
 * ends.
 */
function bring(one: Uint32Array): number {
  const length = Math.max(1, Math.ceil(one.length / WORDS_AT_ONCE)) * WORDS_AT_ONCE
  memory.reserve(2 * length)
  memory.put(one, 0, length)
  return length * Uint32Array.BYTES_PER_ELEMENT
}

/** Copies as much of an array behind the first one, and returns where it is. */
function bringOther(other: Uint32Array, end: number): number {
  const length = end / Uint32Array.BYTES_PER_ELEMENT
  memory.put(other, length, length)
  return end
}
