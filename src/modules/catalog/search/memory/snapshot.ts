import { crc32 } from 'node:zlib'

/** Grows with every change of what is written. */
const VERSION = 8
const MARK = 0x53504958
/** The mark, the version, the number of parts, and nothing; behind all parts stands the checksum of what follows this. */
const HEADER = 16
const CHECKSUM = 8
const ALIGNMENT = 8
/** What is copied in one go: some 0.3 ms of the processor. */
const PIECE = 1024 * 1024

type Numbers = Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * Collects the parts of an index, and copies them piece by piece, so that the index may change while the copy is written
 * to the disk. The bytes are in the order of the processor: a snapshot from another kind of machine is not recognized.
 */
export class SnapshotWriter {
  readonly #parts: Uint8Array[] = []

  /** The numbers must stay as they are until all pieces are taken. */
  numbers(values: Numbers): void {
    this.#parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  json(value: unknown): void {
    this.#parts.push(Buffer.from(JSON.stringify(value)))
  }

  /** The whole snapshot in pieces that belong behind each other; each is copied when it is asked for. */
  *pieces(): Iterable<Buffer> {
    yield Buffer.from(Uint32Array.of(MARK, VERSION, this.#parts.length, 0).buffer)
    const lengths = Buffer.from(Float64Array.from(this.#parts, (part) => part.length).buffer)
    let checksum = crc32(lengths)
    yield lengths
    for (const part of this.#parts) {
      for (let from = 0; from < part.length; from += PIECE) {
        const piece = Buffer.from(part.subarray(from, from + PIECE))
        checksum = crc32(piece, checksum)
        yield piece
      }
      const padding = Buffer.alloc(paddingOf(part.length))
      checksum = crc32(padding, checksum)
      yield padding
    }
    yield Buffer.from(Uint32Array.of(checksum, 0).buffer)
  }
}

/** Reads the parts in the order in which they were written, each into an array of its own. */
export class SnapshotReader {
  readonly #bytes: Buffer
  readonly #lengths: Float64Array
  #part = 0
  #offset: number

  private constructor(bytes: Buffer, lengths: Float64Array) {
    this.#bytes = bytes
    this.#lengths = lengths
    this.#offset = HEADER + lengths.byteLength
  }

  /** Null when the bytes are not a whole snapshot of this version. */
  static open(bytes: Buffer): SnapshotReader | null {
    const end = bytes.length - CHECKSUM
    if (end < HEADER) return null
    const [mark, version, parts = 0] = new Uint32Array(copyOf(bytes, 0, HEADER))
    const [checksum] = new Uint32Array(copyOf(bytes, end, CHECKSUM))
    if (mark !== MARK || version !== VERSION || end < HEADER + parts * 8) return null
    if (crc32(bytes.subarray(HEADER, end)) !== checksum) return null
    return new SnapshotReader(bytes, new Float64Array(copyOf(bytes, HEADER, parts * 8)))
  }

  uint16(): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.#next())
  }

  uint32(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#next())
  }

  int32(): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#next())
  }

  float32(): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#next())
  }

  float64(): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#next())
  }

  json(): unknown {
    return JSON.parse(Buffer.from(this.#next()).toString())
  }

  #next(): ArrayBuffer {
    const length = this.#lengths[this.#part++] ?? 0
    const part = copyOf(this.#bytes, this.#offset, length)
    this.#offset += length + paddingOf(length)
    return part
  }
}

function paddingOf(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
}

function copyOf(bytes: Buffer, offset: number, length: number): ArrayBuffer {
  const copy = new ArrayBuffer(length)
  new Uint8Array(copy).set(bytes.subarray(offset, offset + length))
  return copy
}
