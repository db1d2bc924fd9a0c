const FIRST_ROOM = 16 * 1024
const [WORD_BYTES, DIGITS_OF_INT, ZERO] = [4, 10, 0x30]

/** A piece of text that is written again and again, as bytes; the last word may have room that is not written. */
export interface Part {
  readonly words: Int32Array
  readonly bytes: number
}

/** @param text of which the bytes are made once */
export function partOf(text: string): Part {
  const bytes = Buffer.from(text)
  const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES))
  new Uint8Array(words.buffer).set(bytes)
  return { words, bytes: bytes.length }
}

/**
 * Writes known parts and counts behind each other. It costs this file: parts are written four bytes at a time, which for
 * the 2,000 bytes of a filter panel takes 1 µs, where byte by byte takes 2 and a text of the same parts 3.
 */
export class PartsWriter {
  #bytes = Buffer.allocUnsafe(FIRST_ROOM)
  #view = viewOf(this.#bytes)
  #length = 0

  add({ words, bytes }: Part): void {
    this.#makeRoom(words.length * WORD_BYTES)
    const [view, start] = [this.#view, this.#length]
    for (let i = 0; i < words.length; i++) view.setInt32(start + i * WORD_BYTES, words[i] as number, IS_LITTLE_ENDIAN)
    this.#length = start + bytes
  }

  /** @param count a whole number from 0 on, of at most 31 bits */
  addCount(count: number): void {
    this.#makeRoom(DIGITS_OF_INT)
    const bytes = this.#bytes
    let digits = 1
    for (let least = 10; least <= count; least *= 10) digits++
    this.#length += digits
    for (let at = this.#length - 1, left = count; digits > 0; at--, digits--) {
      const further = (left / 10) | 0
      bytes[at] = ZERO + left - 10 * further
      left = further
    }
  }

  /** What was written since the last call. */
  take(): Buffer {
    const taken = Buffer.allocUnsafe(this.#length)
    this.#bytes.copy(taken, 0, 0, this.#length)
    this.#length = 0
    return taken
  }

  #makeRoom(further: number): void {
    if (this.#length + further <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + further))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#view = viewOf(larger)
  }
}

/** As the words of a part lie in memory. */
const IS_LITTLE_ENDIAN = new Uint8Array(Int32Array.of(1).buffer)[0] === 1

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
