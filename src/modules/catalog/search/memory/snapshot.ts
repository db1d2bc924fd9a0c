import { crc32 } from 'node:zlib'

/** Grows with every change of what is written. */
const VERSION = 1
const MARK = 0x53504958
/** The mark, the version, the checksum of all that follows the header, and the number of parts. */
const HEADER = 16
const ALIGNMENT = 8

type Numbers = Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * Collects the parts of an index as copies, so that the index may change while they are written to disk. The bytes are in
 * the order of the processor: a snapshot from another kind of machine is not recognized.
 */
export class SnapshotWriter {
  readonly #parts: Buffer[] = []

  numbers(values: Numbers): void {
    this.#parts.push(Buffer.from(Buffer.from(values.buffer, values.byteOffset, values.byteLength)))
  }

  json(value: unknown): void {
    this.#parts.push(Buffer.from(JSON.stringify(value)))
  }

  /** The whole snapshot in pieces that belong behind each other. */
  finish(): Buffer[] {
    const lengths = Buffer.from(Float64Array.from(this.#parts, (part) => part.length).buffer)
    const body: Buffer[] = [lengths]
    for (const part of this.#parts) body.push(part, Buffer.alloc(paddingOf(part.length)))
    const checksum = body.reduce((sum, part) => crc32(part, sum), 0)
    const header = Uint32Array.of(MARK, VERSION, checksum, this.#parts.length)
    return [Buffer.from(header.buffer), ...body]
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
    if (bytes.length < HEADER) return null
    const [mark, version, checksum, parts = 0] = new Uint32Array(copyOf(bytes, 0, HEADER))
    if (mark !== MARK || version !== VERSION || bytes.length < HEADER + parts * 8) return null
    if (crc32(bytes.subarray(HEADER)) !== checksum) return null
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
