import { setImmediate as endOfTurn } from 'node:timers/promises'
import { explain, tryWriting } from './data-folder.ts'
import { decode, encode } from './bson-bytes.ts'
import { DocumentFile, type Durability, type FileChange, type Key } from './document-file.ts'
import { code, CommandError, type Document } from './errors.ts'

/** A collection's description. */
export interface StoredCollection {
  readonly collection: number
  readonly bytes: Buffer
}

/** A document in its place. */
export interface StoredDocument {
  readonly sequence: number
  readonly bytes: Buffer
}

/** What is on the disk of the collections. */
export interface StoredCollections {
  collections(): Iterable<StoredCollection>
  /** The documents of a collection, in natural order. */
  documents(collection: number): Iterable<StoredDocument>
}

interface DiskOptions {
  readonly durability: Durability
  /** How much of the file may become mapped before it is opened again. */
  readonly mappedBytes: number
  /** Called once, when there was no room for a write: reading is still possible. */
  readonly onRefusal?: (problem: Error) => void
  /** Called once, when LMDB failed: nothing it holds in memory can be trusted. */
  readonly onBreakdown?: (problem: Error) => void
}

/** A change of a document or record. */
interface Write extends FileChange {
  readonly whenCommitted: (() => void) | undefined
}

/** Writes that become one LMDB transaction. */
class Batch {
  readonly writes: Write[] = []
  readonly ended: Promise<void>
  end: () => void = () => undefined
  isDurable = false
  /** Whether it is to be written now: somebody waits for it, or it has waited long enough. */
  isDue = false

  constructor() {
    this.ended = new Promise((resolve) => (this.end = resolve))
  }
}

/** There must be room for so much before writes are tried again after a refusal. */
const usualCommitBytes = 64 * 1024

/**
 * How long writes that nobody waits for may wait for others, with which they share a batch: as long as a mail server takes
 * for a mail, which is counted before and noted behind it.
 */
const unawaitedMs = 250

/**
 * What is on the disk, and what is on its way there. Methods that write only issue the writes: those of one turn of the
 * event loop are in one atomic batch, and `durable` resolves when it is on the disk. A batch is begun when the one
 * before it is on the disk, so that the disk never holds a later write without an earlier one. Writes that nobody waits
 * for go along with the next ones that somebody does wait for, or alone after a moment.
 *
 * After a failed write memory is ahead of the disk: `failure` is set and what was issued since is dropped. What is on
 * the disk can be loaded again from its successor, which takes no writes until the disk does.
 */
export class Disk implements StoredCollections {
  readonly #dataDir: string
  readonly #options: DiskOptions
  readonly #file: DocumentFile
  failure: Error | undefined
  /** Why the disk takes no writes at the moment. */
  #refusal: string | undefined
  #collecting: Batch | undefined
  #committing: Batch | undefined
  /** Whether batches are being committed, or are about to be at the end of this turn of the event loop. */
  #isBegun = false
  /** Until a batch that nobody waits for is begun. */
  #waiting: NodeJS.Timeout | undefined
  #isTrimPlanned = false
  #opening: Promise<void> | undefined
  #isClosed = false

  /**
   * Opens nothing yet.
   * @param former the failed one whose open file is taken over
   */
  constructor(dataDir: string, options: DiskOptions, former?: Disk) {
    this.#dataDir = dataDir
    this.#options = options
    this.#file = former === undefined ? new DocumentFile(dataDir, options) : former.#file
  }

  /** Opens the file, or makes it. Nothing may be read or written before. */
  open(): void {
    this.#file.open()
  }

  /** What goes on with the file after a failure. It takes no writes for the reason given, until `allowWrites`. */
  successor(refusal: string): Disk {
    const disk = new Disk(this.#dataDir, this.#options, this)
    disk.#refusal = refusal
    return disk
  }

  /** Gives the memory of the mapped pages back. Nothing may be read or written until the file is open again. */
  async reopen(): Promise<void> {
    await this.#file.reopen()
  }

  /** Resolves when the file is open. To be awaited before reading or writing in a new turn of the event loop. */
  async ready(): Promise<void> {
    while (this.#opening !== undefined) await this.#opening
  }

  /** True while the file is open and takes writes. */
  get isUsable(): boolean {
    const isOpen = this.#opening === undefined && !this.#isClosed
    return isOpen && this.failure === undefined && this.#refusal === undefined
  }

  /** Opens the file again when much of it is mapped, in a turn of the event loop without pending writes. */
  #trim(): void {
    if (!this.#file.isMuchMapped || !this.#isIdle || this.#isTrimPlanned) return
    this.#isTrimPlanned = true
    setImmediate(() => {
      this.#isTrimPlanned = false
      if (!this.#isIdle || !this.isUsable) return
      this.#opening = this.reopen()
        .catch((error: unknown) => this.#fail(error, this.#options.onBreakdown))
        .finally(() => (this.#opening = undefined))
    })
  }

  get #isIdle(): boolean {
    return this.#collecting === undefined && this.#committing === undefined
  }

  #fail(error: unknown, report: ((problem: Error) => void) | undefined): void {
    if (this.failure !== undefined) return
    this.failure = explain(error, this.#dataDir)
    report?.(this.failure)
  }

  /** Throws what the system says as long as there is no room for a commit. */
  tryWriting(): void {
    tryWriting(this.#dataDir)
    // The commit may need more, or the file may not grow: it would be refused, and so on with every second.
    this.#file.ensureRoom([{ key: [], bytes: Buffer.alloc(usualCommitBytes) }])
  }

  /** Takes writes again. The file is opened anew, because a failure may have left LMDB unable to write. */
  async allowWrites(): Promise<void> {
    this.#opening = this.reopen().finally(() => (this.#opening = undefined))
    await this.#opening
    this.#refusal = undefined
  }

  *collections(): Iterable<StoredCollection> {
    for (const { key, value } of this.#file.range(['c'], ['d'])) yield { collection: Number(key[1]), bytes: value }
  }

  *documents(collection: number): Iterable<StoredDocument> {
    for (const { key, value } of this.#file.range(['d', collection], ['d', collection + 1]))
      yield { sequence: Number(key[2]), bytes: value }
  }

  /** A committed document. Throws `queryPlanKilled` when its collection was dropped. */
  read(collection: number, sequence: number): Buffer {
    return this.#found(this.#file.read(['d', collection, sequence]))
  }

  /** The same in a buffer that the next reading overwrites; its `length` is not that of the document. */
  readTransient(collection: number, sequence: number): Buffer {
    return this.#found(this.#file.readTransient(['d', collection, sequence]))
  }

  #found(bytes: Buffer | undefined): Buffer {
    if (bytes === undefined) throw new CommandError(code.queryPlanKilled, 'the collection was dropped')
    this.#file.touch(bytes.length)
    this.#trim()
    return bytes
  }

  *records(): Iterable<{ session: string; record: Document }> {
    for (const { key, value } of this.#file.range(['r'], ['s']))
      yield { session: String(key[1]), record: decode(value) }
  }

  /** Writes a document, or removes it without `bytes`; `whenCommitted` is called as soon as it can be read back. */
  write(collection: number, sequence: number, bytes: Buffer | undefined, whenCommitted?: () => void): void {
    this.#issue(['d', collection, sequence], bytes, whenCommitted)
  }

  writeRecord(session: string, record: Document | undefined): void {
    this.#issue(['r', session], record && encode(record))
  }

  writeCollection(id: number, description: Document): void {
    this.#issue(['c', id], encode(description))
  }

  /** Removes a collection and the documents in these places, also those whose writes are still under way. */
  removeCollection(id: number, sequences: readonly number[]): void {
    this.#issue(['c', id], undefined)
    for (const sequence of sequences) this.#issue(['d', id, sequence], undefined)
  }

  #issue(key: Key, bytes: Buffer | undefined, whenCommitted?: () => void): void {
    if (this.failure !== undefined) return
    this.#file.touch(bytes?.length ?? 0)
    this.#collecting ??= new Batch()
    this.#collecting.writes.push({ key, bytes, whenCommitted })
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined
      this.#begin(this.#collecting)
    }, unawaitedMs)
  }

  /** Has a batch committed that is still collected, at the end of this turn or after the one that is under way. */
  #begin(batch: Batch | undefined): void {
    if (batch === undefined) return
    batch.isDue = true
    if (this.#isBegun) return
    this.#isBegun = true
    void endOfTurn().then(() => this.#commitAll())
  }

  /** Commits one batch after the other until none is due or one has failed. */
  async #commitAll(): Promise<void> {
    while (this.#collecting?.isDue === true) {
      const batch = this.#collecting
      this.#committing = batch
      this.#collecting = undefined
      if (this.#hasRoom(batch)) await this.#commit(batch)
      this.#committing = undefined
      batch.end()
    }
    this.#isBegun = false
    this.#trim()
  }

  #hasRoom({ writes }: Batch): boolean {
    if (this.failure !== undefined) return false
    try {
      this.#file.ensureRoom(writes)
      return true
    } catch (error) {
      this.#fail(error, this.#options.onRefusal)
      return false
    }
  }

  async #commit(batch: Batch): Promise<void> {
    try {
      await this.#file.commit(batch.writes)
    } catch (error) {
      this.#fail(error, this.#options.onBreakdown)
      return
    }
    batch.isDurable = true
    for (const { whenCommitted } of batch.writes) whenCommitted?.()
  }

  /** Resolves when everything issued so far is durable; throws `outOfDiskSpace` when the disk refused. */
  async durable(): Promise<void> {
    const batch = this.#collecting ?? this.#committing
    this.#begin(this.#collecting)
    await batch?.ended
    if (batch?.isDurable !== true) this.assertHealthy()
  }

  /** Throws `outOfDiskSpace` after a failed write. */
  assertHealthy(): void {
    if (this.failure !== undefined) throw writeRefused(this.failure.message)
  }

  /** Throws `outOfDiskSpace` while the disk takes no writes. */
  assertWritable(): void {
    if (this.#refusal !== undefined) throw writeRefused(this.#refusal)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening
    this.#begin(this.#collecting)
    await (this.#collecting ?? this.#committing)?.ended
    clearTimeout(this.#waiting)
    await this.#file.close()
  }
}

function writeRefused(reason: string): CommandError {
  return new CommandError(code.outOfDiskSpace, `the database cannot write: ${reason}`)
}
