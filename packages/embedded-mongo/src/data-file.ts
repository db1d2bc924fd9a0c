import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { DataFolderError } from './data-folder.ts'
import type { Stored } from './disk.ts'

/** LMDB's format, version 2, as `mdb.c` describes it: where in a page or a tree's description a number stands. */
const magic = 0xbeefc0de
const version = 2
const metaBytes = 168
const header = { number: 0, flags: 18, lower: 20, upper: 22, pages: 20, length: 24 }
const meta = { magic: 24, version: 28, freeTree: 48, mainTree: 96, lastPage: 144, transaction: 152 }
const tree = { pageSize: 0, entries: 32, root: 40 }
const flag = { branch: 1, leaf: 2, overflow: 4, kinds: 0x2f }
const nodeIsOverflow = 1
const noPage = 0xffff_ffff_ffff_ffffn
/** How many pages one reading brings at most, where they lie one after the other. */
const maxPagesAhead = 64
/** LMDB puts pages of documents and those above them in turn: so far ahead still counts as one after the other. */
const nearPages = 8

/**
 * How `disk.ts` names what it stores: a letter, a zero and a number, and for a document another zero and number. What a
 * session did stands behind the third letter.
 */
const letter = { collection: 0x63, document: 0x64, record: 0x72 }
const keyBytes = { collection: 11, document: 21 }
const numberAt = { collection: 2, document: 12 }

class Damage extends Error {}

/**
 * Looks at the two heads of the file alone.
 * @throws DataFolderError when the file is empty, cut short, or no file of this database
 */
export function checkHeads(path: string, folder: string): void {
  const opened = openSync(path, 'r')
  try {
    inWords(path, folder, () => new Pass(opened).heads())
  } finally {
    closeSync(opened)
  }
}

/**
 * Reads all documents of LMDB's file, collections first, then each one's documents in their order, and on the way every
 * page that belongs to it, before LMDB maps it: there, a page that is not what it should be, or is missing, would end the
 * process by a signal. LMDB itself would take twice as long to read the documents alone.
 *
 * The bytes of a document are overwritten when the next one is asked for.
 * @throws DataFolderError when the file is empty, cut, damaged or no file of this database, also after documents
 */
export function* readDataFile(path: string, folder: string): Generator<Stored, void, undefined> {
  const opened = openSync(path, 'r')
  try {
    const stored = new Pass(opened).run()
    for (;;) {
      const { done, value } = inWords(path, folder, () => stored.next())
      if (done === true) return
      yield value
    }
  } finally {
    closeSync(opened)
  }
}

function inWords<Result>(path: string, folder: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    throw new DataFolderError(
      `The data file ${path} ${error.message}: restore the newest copy of the data folder ${folder}, or move it away to begin with an empty one.`,
    )
  }
}

/** One pass over a file. */
class Pass {
  readonly #file: number
  readonly #size: number
  #pageSize = 0
  #lastPage = 0
  #seen = new Uint8Array()
  /** Pages of trees that were read at once: `#count` of them from `#first` on. */
  #ahead: readonly Buffer[] = []
  #aheadBytes = Buffer.alloc(0)
  #first = 0
  #count = 0
  /** The pages of the last document that has pages of its own. */
  #ownPages = Buffer.alloc(0)

  constructor(file: number) {
    this.#file = file
    this.#size = fstatSync(file).size
  }

  /** The newer one of the two. */
  heads(): Buffer {
    if (this.#size === 0) throw new Damage('is empty')
    const first = this.#meta(0)
    this.#pageSize = first.readUInt32LE(meta.freeTree + tree.pageSize)
    if (![4096, 8192, 16384, 32768, 65536].includes(this.#pageSize)) throw new Damage('is damaged')
    const second = this.#meta(this.#pageSize)
    const isNewer = second.readBigUInt64LE(meta.transaction) > first.readBigUInt64LE(meta.transaction)
    const newest = isNewer ? second : first
    this.#lastPage = Number(newest.readBigUInt64LE(meta.lastPage))
    if (this.#lastPage * this.#pageSize > this.#size * 2) throw new Damage('is cut off')
    return newest
  }

  *run(): Generator<Stored, void, undefined> {
    const newest = this.heads()
    this.#seen = new Uint8Array(this.#lastPage + 1)
    const bytes = Buffer.alloc(maxPagesAhead * this.#pageSize)
    this.#aheadBytes = bytes
    this.#ahead = Array.from({ length: maxPagesAhead }, (_, i) =>
      bytes.subarray(i * this.#pageSize, (i + 1) * this.#pageSize),
    )
    for (const _ of this.#tree(newest, meta.freeTree, false)) continue
    yield* this.#tree(newest, meta.mainTree, true)
  }

  #meta(at: number): Buffer {
    const bytes = this.#read(at, metaBytes)
    if (bytes.readUInt32LE(meta.magic) !== magic) throw new Damage('is damaged or is not the data of this shop')
    if ((bytes.readUInt32LE(meta.version) & 0xffff) !== version)
      throw new Damage('was written by another version of the database')
    return bytes
  }

  #read(at: number, length: number, bytes: Buffer = Buffer.allocUnsafe(length)): Buffer {
    if (at + length > this.#size || readSync(this.#file, bytes, 0, length, at) < length) throw new Damage('is cut off')
    return bytes
  }

  /** Passes over the pages in the order of their keys. */
  *#tree(description: Buffer, at: number, hasDocuments: boolean): Generator<Stored, void, undefined> {
    const root = description.readBigUInt64LE(at + tree.root)
    const pages = root === noPage ? [] : [Number(root)]
    let entries = 0
    for (let number = pages.pop(); number !== undefined; number = pages.pop()) {
      const page = this.#treePage(number)
      const kind = page.readUInt16LE(header.flags) & flag.kinds
      const [lower, upper] = [page.readUInt16LE(header.lower), page.readUInt16LE(header.upper)]
      const count = lower / 2
      if (!Number.isInteger(count) || lower > upper || upper + header.length > this.#pageSize)
        throw new Damage('is damaged')
      if (kind !== flag.branch && kind !== flag.leaf) throw new Damage('is damaged')
      if (kind === flag.leaf) entries += count
      for (let i = 0; i < count; i++) {
        // What was put last is taken first.
        const node = this.#node(page, kind === flag.branch ? count - 1 - i : i)
        if (kind === flag.branch) {
          pages.push(page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32)
          continue
        }
        const bytes = this.#value(page, node)
        if (!hasDocuments) continue
        assertDocument(bytes)
        const stored = storedAs(page, node, bytes)
        if (stored !== undefined) yield stored
      }
    }
    if (entries !== Number(description.readBigUInt64LE(at + tree.entries))) throw new Damage('is damaged')
  }

  /** Where a node of a page begins. */
  #node(page: Buffer, index: number): number {
    const node = header.length + page.readUInt16LE(header.length + 2 * index)
    if (node + 8 > page.length) throw new Damage('is damaged')
    return node
  }

  #value(leaf: Buffer, node: number): Buffer {
    const length = leaf.readUInt32LE(node)
    const at = node + 8 + leaf.readUInt16LE(node + 6)
    if ((leaf.readUInt16LE(node + 4) & nodeIsOverflow) === 0) {
      if (at + length > leaf.length) throw new Damage('is damaged')
      return leaf.subarray(at, at + length)
    }
    if (at + 8 > leaf.length) throw new Damage('is damaged')
    const number = Number(leaf.readBigUInt64LE(at))
    this.#markSeen(number)
    const page = this.#readOwnPages(number * this.#pageSize, header.length + length)
    const pages = page.readUInt32LE(header.pages)
    if (
      Number(page.readBigUInt64LE(header.number)) !== number ||
      (page.readUInt16LE(header.flags) & flag.kinds) !== flag.overflow ||
      pages * this.#pageSize < length
    )
      throw new Damage('is damaged')
    return page.subarray(header.length, header.length + length)
  }

  /** Head and document at once: to read them one after the other took a start twice as many readings. */
  #readOwnPages(at: number, length: number): Buffer {
    if (at + length > this.#size) throw new Damage('is cut off')
    if (this.#ownPages.length < length) this.#ownPages = Buffer.allocUnsafeSlow(2 * length)
    return this.#read(at, length, this.#ownPages)
  }

  /** A page of a tree, which stays until the next one is asked for. */
  #treePage(number: number): Buffer {
    this.#markSeen(number)
    const page = this.#readAhead(number)
    if (Number(page.readBigUInt64LE(header.number)) !== number) throw new Damage('is damaged')
    return page
  }

  #markSeen(number: number): void {
    if (!Number.isSafeInteger(number) || number < 2 || number > this.#lastPage || this.#seen[number] === 1)
      throw new Damage('is damaged')
    this.#seen[number] = 1
  }

  /** Reads ever more pages at once while they are asked for one after the other. */
  #readAhead(number: number): Buffer {
    const distance = number - this.#first
    const read = this.#ahead[distance]
    if (distance >= 0 && distance < this.#count && read !== undefined) return read
    const isNear = distance >= this.#count && distance < this.#count + nearPages
    const wanted = isNear ? Math.min(2 * this.#count + 1, maxPagesAhead) : 1
    const at = number * this.#pageSize
    const bytes = readSync(this.#file, this.#aheadBytes, 0, wanted * this.#pageSize, at)
    this.#first = number
    this.#count = Math.floor(bytes / this.#pageSize)
    const page = this.#ahead[0]
    if (this.#count === 0 || page === undefined) throw new Damage('is cut off')
    return page
  }
}

/**
 * What a node holds of the collections; undefined for what a session did.
 * @throws Damage for a key that this code does not know, rather than leave out what stands there
 */
function storedAs(page: Buffer, node: number, bytes: Buffer): Stored | undefined {
  const [key, length] = [node + 8, page.readUInt16LE(node + 6)]
  const kind = page[key]
  if (kind === letter.document && length === keyBytes.document)
    return {
      collection: readNumber(page, key + numberAt.collection),
      sequence: readNumber(page, key + numberAt.document),
      bytes,
    }
  if (kind === letter.collection && length === keyBytes.collection)
    return { collection: readNumber(page, key + numberAt.collection), sequence: undefined, bytes }
  if (kind === letter.record) return undefined
  throw new Damage('is damaged or was written by another version of the database')
}

const double = new DataView(new ArrayBuffer(8))

/** A number of a key: the bits of a double, behind four others that make negative ones sort first. */
function readNumber(bytes: Buffer, at: number): number {
  double.setUint32(0, (bytes.readUInt32BE(at) << 4) | (bytes.readUInt8(at + 4) >>> 4))
  double.setUint32(4, (bytes.readUInt32BE(at + 4) << 4) | (bytes.readUInt8(at + 8) >>> 4))
  return double.getFloat64(0)
}

/** A BSON document says its length at its beginning and ends with a zero. */
function assertDocument(bytes: Buffer): void {
  const { length } = bytes
  if (length < 5 || bytes.readInt32LE(0) !== length || bytes[length - 1] !== 0) throw new Damage('is damaged')
}
