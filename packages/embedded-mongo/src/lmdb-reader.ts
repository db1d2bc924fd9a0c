import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { DataFolderError } from './data-folder.ts'
import type { StoredCollection, StoredCollections, StoredDocument } from './disk.ts'
import type { Steps } from './pieces.ts'

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

/** What is known of a page: something leads to it, and where it leads is known, too. */
const [seen, noted] = [1, 2]

class Damage extends Error {}

const unknown = 'is damaged or was written by another version of the database'

/** What stands together in the file: a kind of keys, for documents those of one collection. */
interface Group {
  readonly letter: number
  readonly collection?: number
}

/** One of the two trees: how many entries it should have, and how many of them were passed. */
interface Tree {
  readonly root: number | undefined
  readonly entries: number
  passed: number
}

/**
 * LMDB's file, read from the disk itself. Whatever is read of it was compared with what belongs there, before LMDB looks
 * at it: there, a page that is not what it should be, or is missing, would end the process by a signal. LMDB itself would
 * take twice as long to read the documents alone.
 *
 * LMDB may have the file open meanwhile, and be asked for what was read: it looks at the heads, and at the pages that
 * lead there, which were read, too. It must not write: it would put new pages in the place of those that are to be read,
 * after a look at others that were not.
 */
export class LmdbReader implements StoredCollections {
  readonly #path: string
  readonly #folder: string
  readonly #file: number
  readonly #size: number
  #pageSize = 0
  #lastPage = 0
  readonly #main: Tree
  readonly #free: Tree
  /** What is known of each page. */
  readonly #pages: Uint8Array
  /** Pages of trees that were read at once: `#count` of them from `#first` on. */
  readonly #ahead: readonly Buffer[]
  readonly #aheadBytes: Buffer
  #first = 0
  #count = 0
  /** The pages of the last document that has pages of its own. */
  #ownPages = Buffer.alloc(0)

  /**
   * Looks at the two heads alone.
   * @throws DataFolderError when the file is empty, cut short, or no file of this database
   */
  constructor(path: string, folder: string) {
    this.#path = path
    this.#folder = folder
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
    try {
      const head = this.#newestHead()
      this.#pages = new Uint8Array(this.#lastPage + 1)
      this.#free = this.#tree(head, meta.freeTree)
      this.#main = this.#tree(head, meta.mainTree)
    } catch (error) {
      this.close()
      throw this.#inWords(error)
    }
    const bytes = Buffer.alloc(maxPagesAhead * this.#pageSize)
    this.#aheadBytes = bytes
    this.#ahead = Array.from({ length: maxPagesAhead }, (_, i) =>
      bytes.subarray(i * this.#pageSize, (i + 1) * this.#pageSize),
    )
  }

  close(): void {
    closeSync(this.#file)
  }

  /** All collections, in their order. @throws DataFolderError when the file is cut, damaged or no file of this database */
  collections(): Generator<StoredCollection, void> {
    return this.#entries(this.#main, storedCollection, { letter: letter.collection })
  }

  /**
   * The documents of a collection, in their order. The bytes of one are overwritten when the next one is asked for. Each
   * collection is to be read once; several may be under way.
   * @throws DataFolderError as `collections` does, also after documents
   */
  documents(collection: number): Generator<StoredDocument, void> {
    return this.#entries(this.#main, storedDocument, { letter: letter.document, collection })
  }

  /**
   * Looks at what is left when all collections were read: what sessions did, and the list of free pages.
   * @throws DataFolderError when it is damaged, or there was more or less to read than there should be
   */
  *rest(): Steps<void> {
    yield* this.#entries(this.#main, record, { letter: letter.record })
    yield* this.#entries(this.#free, () => {})
    for (const { passed, entries } of [this.#main, this.#free])
      if (passed !== entries) throw this.#inWords(new Damage(unknown))
  }

  #inWords(error: unknown): unknown {
    if (!(error instanceof Damage)) return error
    return new DataFolderError(
      `The data file ${this.#path} ${error.message}: restore the newest copy of the data folder ${this.#folder}, or move it away to begin with an empty one.`,
    )
  }

  #newestHead(): Buffer {
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

  #tree(head: Buffer, at: number): Tree {
    const root = head.readBigUInt64LE(at + tree.root)
    const entries = Number(head.readBigUInt64LE(at + tree.entries))
    if (root === noPage) return { root: undefined, entries, passed: 0 }
    this.#markSeen(Number(root))
    return { root: Number(root), entries, passed: 0 }
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

  /**
   * Passes over a group, or a whole tree, in the order of the keys. Between two entries others may do the same, so that a
   * page is asked for again: it is nearly always still there.
   */
  *#entries<Item>(within: Tree, item: ItemOf<Item>, group?: Group): Generator<Item, void> {
    const pages = within.root === undefined ? [] : [within.root]
    try {
      for (let number = pages.pop(); number !== undefined; number = pages.pop()) {
        const { isBranch, count } = this.#treePage(number)
        if (isBranch) {
          pages.push(...this.#ways(number, count, group))
          continue
        }
        for (let i = 0; i < count; i++) {
          const page = this.#readAhead(number)
          const node = nodeAt(page, i)
          if (group !== undefined && compare(page, node, group) !== 0) continue
          within.passed++
          yield item(page, node, this.#value(page, node))
        }
      }
    } catch (error) {
      throw this.#inWords(error)
    }
  }

  /** Where a page leads to what a group may have, last pages first. */
  #ways(number: number, count: number, group: Group | undefined): number[] {
    const page = this.#readAhead(number)
    const areNoted = this.#pages[number] === noted
    const ways: number[] = []
    // How the group lies to what begins behind a way.
    let next = 1
    for (let i = count - 1; i >= 0; i--) {
      const node = nodeAt(page, i)
      const way = page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32
      if (!areNoted) this.#markSeen(way)
      const order = group === undefined ? 0 : compare(page, node, group)
      if (!(order > 0 || next < 0)) ways.push(way)
      next = order
    }
    this.#pages[number] = noted
    return ways
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

  /** Looks at a page of a tree. */
  #treePage(number: number): { readonly isBranch: boolean; readonly count: number } {
    const page = this.#readAhead(number)
    if (Number(page.readBigUInt64LE(header.number)) !== number) throw new Damage('is damaged')
    const kind = page.readUInt16LE(header.flags) & flag.kinds
    const [lower, upper] = [page.readUInt16LE(header.lower), page.readUInt16LE(header.upper)]
    const count = lower / 2
    if (!Number.isInteger(count) || lower > upper || upper + header.length > this.#pageSize)
      throw new Damage('is damaged')
    if (kind !== flag.branch && kind !== flag.leaf) throw new Damage('is damaged')
    return { isBranch: kind === flag.branch, count }
  }

  /** Notes that something leads to a page, as nothing else does. */
  #markSeen(number: number): void {
    if (!Number.isSafeInteger(number) || number < 2 || number > this.#lastPage || this.#pages[number] !== 0)
      throw new Damage('is damaged')
    this.#pages[number] = seen
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

/** What an entry of a group is. */
type ItemOf<Item> = (page: Buffer, node: number, bytes: Buffer) => Item

/** @throws Damage for a key that this code does not know, rather than leave out what stands there */
function storedCollection(page: Buffer, node: number, bytes: Buffer): StoredCollection {
  if (page.readUInt16LE(node + 6) !== keyBytes.collection) throw new Damage(unknown)
  assertDocument(bytes)
  return { collection: readNumber(page, node + 8 + numberAt.collection), bytes }
}

/** @throws Damage as above */
function storedDocument(page: Buffer, node: number, bytes: Buffer): StoredDocument {
  if (page.readUInt16LE(node + 6) !== keyBytes.document) throw new Damage(unknown)
  assertDocument(bytes)
  return { sequence: readNumber(page, node + 8 + numberAt.document), bytes }
}

function record(_page: Buffer, _node: number, bytes: Buffer): void {
  assertDocument(bytes)
}

/** Where a node of a page begins. */
function nodeAt(page: Buffer, index: number): number {
  const node = header.length + page.readUInt16LE(header.length + 2 * index)
  if (node + 8 > page.length || node + 8 + page.readUInt16LE(node + 6) > page.length) throw new Damage('is damaged')
  return node
}

/** Whether a node stands before a group (below 0), in it, or behind it. The first way of a page has no key. */
function compare(page: Buffer, node: number, group: Group): number {
  const [key, length] = [node + 8, page.readUInt16LE(node + 6)]
  if (length === 0) return -1
  const order = page[key]! - group.letter
  if (order !== 0 || group.collection === undefined) return order
  if (length < keyBytes.collection) throw new Damage(unknown)
  return readNumber(page, key + numberAt.collection) - group.collection
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
