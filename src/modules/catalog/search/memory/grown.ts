type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * Memory for numbers is so much larger than they are. What nothing was written to yet the system does not give to the
 * process, where it is memory of more than 1 MB (`scripts/runtime.mjs`).
 */
const ROOM = 1.3
/** How much larger it must still be when `moved` is not yet due. */
const LEAST_ROOM = 1.08
const LEAST = 64

/** How much to take for so much, to have room behind it. */
export function withRoom(length: number): number {
  return Math.ceil(length * ROOM)
}

/**
 * The array itself when it has `length` numbers, otherwise a longer one: in the same memory if there is room, which costs
 * nothing, or else a copy. No other array may use the memory of this one, and arrays that grow together have different
 * lengths.
 */
export function grown<Array extends Numbers>(array: Array, length: number): Array {
  if (length <= array.length) return array
  const room = roomOf(array)
  if (length > room) return copyOf(array, Math.max(LEAST, length, withRoom(array.length)))
  return new (kindOf(array))(array.buffer, 0, room)
}

/**
 * Whether an array of which so many numbers are used has room for what a change brings. Where it has not, it should be
 * `moved` between two changes: the arrays of an index fill together, and to copy all of them in one change takes long.
 */
export function hasRoom(array: Numbers, used: number): boolean {
  return used * LEAST_ROOM <= roomOf(array)
}

/** A copy of the array with room behind it. */
export function moved<Array extends Numbers>(array: Array): Array {
  return copyOf(array, Math.max(LEAST, withRoom(array.length)))
}

function copyOf<Array extends Numbers>(array: Array, length: number): Array {
  const copy = new (kindOf(array))(length)
  copy.set(array)
  return copy
}

function roomOf(array: Numbers): number {
  return Math.floor(array.buffer.byteLength / array.BYTES_PER_ELEMENT)
}

function kindOf<Array extends Numbers>(array: Array): ArrayKind<Array> {
  return array.constructor as ArrayKind<Array>
}

interface ArrayKind<Array> {
  new (length: number): Array
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Array
}
