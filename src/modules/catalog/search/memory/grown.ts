type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** The array itself when it has room for `length` numbers, otherwise a copy with some room to spare. */
export function grown<Array extends Numbers>(array: Array, length: number): Array {
  if (length <= array.length) return array
  const Kind = array.constructor as new (length: number) => Array
  const larger = new Kind(Math.max(64, length, Math.ceil(array.length * 1.3)))
  larger.set(array)
  return larger
}
