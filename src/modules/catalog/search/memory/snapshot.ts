import { crc32 } from 'node:zlib'
import { withRoom } from './grown.ts'

const MARK = 0x53504958
/** The mark and the number of parts; behind all parts stands the checksum of what follows this. */
const HEADER = 8
const CHECKSUM = 8
const ALIGNMENT = 8
/** What is copied in one go: some 0.3 ms of the processor. */
const PIECE = 1024 * 1024

type Numbers = Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * Collects the parts of an index, and copies them piece by piece, so that the index may change while the copy is
 * written to the disk. The bytes are in the order of the processor: a snapshot from another kind of machine is not
 * recognized. Its file names the code that wrote it (`disk/catalog-code.ts`), because nothing in it tells one layout
 * from another.
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
    yield Buffer.from(Uint32Array.of(MARK, this.#parts.length).buffer)
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

/** The bytes of a snapshot, read from their beginning to their end. */
export interface SnapshotBytes {
  readonly length: number
  /**
   * The next bytes, in memory of their own.
   * @param room how large that is (default: as they are)
   */
  next(length: number, room?: number): ArrayBuffer
}

/** The memory of a part, which has room behind it for what the index grows by; see `grown`. */
interface Part {
  readonly memory: ArrayBuffer
  readonly length: number
}

/**
 * Gives the parts in the order in which they were written. Each is read into an array of its own: views of one large
 * array would keep all of it for as long as one of them is used.
 */
export class SnapshotReader {
  readonly #parts: Part[]

  private constructor(parts: Part[]) {
    this.#parts = parts
  }

  /** Null when the bytes are not a whole snapshot. */
  static open(bytes: SnapshotBytes): SnapshotReader | null {
    let left = bytes.length - HEADER - CHECKSUM
    if (left < 0) return null
    const [mark, count = 0] = new Uint32Array(bytes.next(HEADER))
    left -= count * 8
    if (mark !== MARK || left < 0) return null
    const lengths = bytes.next(count * 8)
    let checksum = checksumOf(lengths, 0)
    const parts: Part[] = []
    for (const length of new Float64Array(lengths)) {
      left -= length + paddingOf(length)
      if (!Number.isSafeInteger(length) || length < 0 || left < 0) return null
      const room = withRoom(length)
      const memory = bytes.next(length, room + paddingOf(room))
      checksum = checksumOf(memory, checksum, length)
      checksum = checksumOf(bytes.next(paddingOf(length)), checksum)
      parts.push({ memory, length })
    }
    const [written] = new Uint32Array(bytes.next(CHECKSUM))
    return left === 0 && written === checksum ? new SnapshotReader(parts.reverse()) : null
  }

  uint16(): Uint16Array<ArrayBuffer> {
    return this.#numbers<Uint16Array<ArrayBuffer>>(Uint16Array)
  }

  uint32(): Uint32Array<ArrayBuffer> {
    return this.#numbers<Uint32Array<ArrayBuffer>>(Uint32Array)
  }

  int32(): Int32Array<ArrayBuffer> {
    return this.#numbers<Int32Array<ArrayBuffer>>(Int32Array)
  }

  float32(): Float32Array<ArrayBuffer> {
    return this.#numbers<Float32Array<ArrayBuffer>>(Float32Array)
  }

  float64(): Float64Array<ArrayBuffer> {
    return this.#numbers<Float64Array<ArrayBuffer>>(Float64Array)
  }

  json(): unknown {
    const { memory, length } = this.#next()
    return JSON.parse(Buffer.from(memory, 0, length).toString())
  }

  #numbers<Array>(Kind: ArrayKind<Array>): Array {
    const { memory, length } = this.#next()
    return new Kind(memory, 0, length / Kind.BYTES_PER_ELEMENT)
  }

  #next(): Part {
    return this.#parts.pop() ?? { memory: new ArrayBuffer(0), length: 0 }
  }
}

/** Of nothing it would be 0, whatever was before. */
function checksumOf(bytes: ArrayBuffer, before: number, length = bytes.byteLength): number {
  return length === 0 ? before : crc32(new Uint8Array(bytes, 0, length), before)
}

interface ArrayKind<Array> {
  readonly BYTES_PER_ELEMENT: number
  new (memory: ArrayBuffer, byteOffset: number, length: number): Array
}

function paddingOf(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
}
