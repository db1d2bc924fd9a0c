import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** A place is the number of a segment times this, plus where in the segment a text begins. */
const STEP = 2 ** 32
const SEGMENT_BYTES = 4 * 1024 * 1024
/** How many reads of single texts take as long as reading a whole segment: 2 ms. */
const READS_WORTH_A_SEGMENT = 1024
/** The part of the machine's memory, or of what the process may have of it, that segments may take. */
const SHARE_OF_MEMORY = 1 / 32
const LEAST_MEMORY = 4 * SEGMENT_BYTES
const MAX_MEMORY = 64 * SEGMENT_BYTES
const NAME = /^texts-(\d+)$/

interface Segment {
  readonly descriptor: number
  size: number
  /** How many of its bytes somebody still wants to read. */
  live: number
  /** How many texts were read from the disk since the segment was last in memory. */
  reads: number
  /** The bytes of the file while they are in memory. */
  bytes: Buffer | null
}

/**
 * Texts on the disk, in files that only grow ("segments"). A text stays where it is until it is released; a segment of
 * which most is released can be emptied by appending what is left again, and is deleted then.
 *
 * It buys memory: the texts of 100,000 products are 90 MB that the operating system keeps in its own cache and takes
 * back when it needs them, instead of 90 MB in every process. A read costs a system call: 24 texts of 900 bytes take
 * 0.03 ms. Reads and writes are synchronous, because a thread of the pool costs ten times as much as the read.
 *
 * A segment that is much read is brought into memory, where 24 texts take 0.004 ms: when its reads have cost as much as
 * bringing it in, so that this costs at most as much again. What is only written, as by an import, takes no memory, and
 * all together at most a part of the machine's; then the segment that came first goes.
 *
 * A write does not wait for the disk and a read checks nothing: the caller must compare a checksum.
 */
export class TextFile {
  readonly #folder: string
  readonly #segmentBytes: number
  readonly #maxInMemory: number
  readonly #segments = new Map<number, Segment>()
  /** In the order in which they came. */
  readonly #inMemory = new Set<Segment>()
  #head = 0
  #isClosed = false

  /**
   * @param folder exists, and belongs to this process alone
   * @param options.bytesInMemory the most that segments may take there together
   */
  constructor(folder: string, options: { readonly segmentBytes?: number; readonly bytesInMemory?: number } = {}) {
    const { segmentBytes = SEGMENT_BYTES, bytesInMemory = memoryForTexts() } = options
    this.#folder = folder
    this.#segmentBytes = segmentBytes
    this.#maxInMemory = Math.floor(bytesInMemory / segmentBytes)
    for (const name of readdirSync(folder)) {
      const number = Number(NAME.exec(name)?.[1] ?? NaN)
      if (!Number.isNaN(number)) this.#open(number)
    }
  }

  /**
   * Writes texts and returns their places.
   * @throws what the file system throws, for example when the disk is full; Error when the file was closed, because
   * another process may have the folder by now
   */
  append(texts: readonly Buffer[]): readonly number[] {
    this.#checkOpen()
    const bytes = Buffer.concat(texts)
    const head = this.#headFor(bytes.length)
    for (let written = 0; written < bytes.length;)
      written += writeSync(head.descriptor, bytes, written, bytes.length - written, head.size + written)
    if (head.bytes !== null && head.bytes.length < head.size + bytes.length) this.#forget(head)
    else if (head.bytes !== null) bytes.copy(head.bytes, head.size)
    let place = this.#head * STEP + head.size
    head.size += bytes.length
    head.live += bytes.length
    return texts.map((text) => {
      place += text.length
      return place - text.length
    })
  }

  /**
   * The bytes at a place, not to be written to. What is not there is zero: compare a checksum.
   * @throws Error when the file was closed
   */
  read(place: number, length: number): Buffer {
    this.#checkOpen()
    const number = Math.floor(place / STEP)
    const segment = this.#segments.get(number)
    const start = place - number * STEP
    if (segment !== undefined && segment.bytes === null && ++segment.reads >= READS_WORTH_A_SEGMENT)
      this.#recall(segment)
    if (segment !== undefined && segment.bytes !== null && start + length <= segment.size)
      return segment.bytes.subarray(start, start + length)
    const bytes = Buffer.allocUnsafe(length)
    const read = segment === undefined ? 0 : readSync(segment.descriptor, bytes, 0, length, start)
    return bytes.fill(0, read)
  }

  /** Says of a text from an earlier life of the file that it is still wanted. */
  claim(place: number, length: number): void {
    const segment = this.#segments.get(Math.floor(place / STEP))
    if (segment !== undefined) segment.live += length
  }

  release(place: number, length: number): void {
    const segment = this.#segments.get(Math.floor(place / STEP))
    if (segment !== undefined) segment.live -= length
  }

  /** The ranges of places of the segments of which more than half is released. */
  sparse(): readonly { readonly from: number; readonly to: number }[] {
    return [...this.#segments]
      .filter(([number, { size, live }]) => number !== this.#head && live > 0 && live < size / 2)
      .map(([number]) => ({ from: number * STEP, to: (number + 1) * STEP }))
  }

  /** The segments of which everything is released: nothing is ever written to them again. */
  unused(): readonly number[] {
    return [...this.#segments]
      .filter(([number, { live }]) => number !== this.#head && live <= 0)
      .map(([number]) => number)
  }

  delete(segments: readonly number[]): void {
    for (const number of segments) {
      const segment = this.#segments.get(number)
      if (segment !== undefined) {
        this.#forget(segment)
        closeSync(segment.descriptor)
      }
      this.#segments.delete(number)
      rmSync(this.#pathOf(number), { force: true })
    }
  }

  close(): void {
    this.#isClosed = true
    for (const { descriptor } of this.#segments.values()) closeSync(descriptor)
    this.#segments.clear()
    this.#inMemory.clear()
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('the file of texts is closed')
  }

  #headFor(length: number): Segment {
    const head = this.#segments.get(this.#head) ?? this.#open(this.#head)
    if (head.size === 0 || head.size + length <= this.#segmentBytes) return head
    return this.#open(this.#head + 1)
  }

  #open(number: number): Segment {
    const descriptor = openSync(this.#pathOf(number), constants.O_RDWR | constants.O_CREAT, 0o600)
    const segment: Segment = { descriptor, size: fstatSync(descriptor).size, live: 0, reads: 0, bytes: null }
    this.#segments.set(number, segment)
    this.#head = Math.max(this.#head, number)
    return segment
  }

  /** Brings a segment into memory, in the place of another one where there is no room. */
  #recall(segment: Segment): void {
    const { descriptor, size } = segment
    segment.reads = 0
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.#segmentBytes, size))
    let read = 0
    for (let more = -1; more !== 0 && read < size; read += more)
      more = readSync(descriptor, bytes, read, size - read, read)
    if (read < size) return
    for (const first of this.#inMemory) {
      if (this.#inMemory.size < this.#maxInMemory) break
      this.#forget(first)
    }
    segment.bytes = bytes
    this.#inMemory.add(segment)
  }

  #forget(segment: Segment): void {
    segment.bytes = null
    this.#inMemory.delete(segment)
  }

  #pathOf(number: number): string {
    return join(this.#folder, `texts-${number}`)
  }
}

function memoryForTexts(): number {
  // Without a limit of its own a process is told one beyond all machines, or none.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(MAX_MEMORY, Math.max(LEAST_MEMORY, memory * SHARE_OF_MEMORY))
}
