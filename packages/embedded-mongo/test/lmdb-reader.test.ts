import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode, encode } from '../src/bson-bytes.ts'
import { LmdbReader } from '../src/lmdb-reader.ts'
import { DataFolderError } from '../src/data-folder.ts'
import { Disk } from '../src/disk.ts'
import { atOnce } from '../src/pieces.ts'
import { temporaryFolder } from './fixture.ts'
import { Random } from './operations.fixture.ts'

const folder = temporaryFolder()
const file = join(folder, 'documents', 'data.mdb')
const options = { durability: 'process-crash-safe', mappedBytes: Infinity } as const
const pageBytes = 4096
/** Where LMDB has these numbers: in a page, in a node of a page, and in a head of the file. */
const at = { number: 0, flags: 18, lower: 20, upper: 22, pages: 20, nodes: 24 }
const ofNode = { flags: 4, keyLength: 6, key: 8 }
const ofHead = { version: 28, pageSize: 48, freeRoot: 88, entries: 128, root: 136, lastPage: 144, transaction: 152 }
const [branch, leaf] = [1, 2]
const ownPages = 1
let whole = Buffer.alloc(0)

beforeAll(async () => {
  const disk = new Disk(folder, options)
  disk.open()
  disk.writeCollection(1, { database: 'shop', name: 'rows', indexes: [] })
  for (let i = 0; i < 120; i++) disk.write(1, i, encode({ _id: i, text: 'x'.repeat(i % 40 === 0 ? 9000 : 300) }))
  await disk.durable()
  // What is replaced leaves free pages behind, whose numbers have a tree of their own.
  for (let i = 0; i < 60; i++) disk.write(1, i, encode({ _id: i, text: 'y'.repeat(i % 40 === 0 ? 9000 : 300) }))
  await disk.durable()
  await disk.close()
  whole = readFileSync(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Everything that is in a file, with where it stands. @throws DataFolderError */
function everythingIn(path: string): { place: number[]; bytes: Buffer }[] {
  const data = new LmdbReader(path, folder)
  try {
    const found: { place: number[]; bytes: Buffer }[] = []
    for (const { collection, bytes } of data.collections()) found.push({ place: [collection], bytes: copy(bytes) })
    const documents = found.flatMap(({ place: [collection = 0] }) =>
      Array.from(data.documents(collection), ({ sequence, bytes }) => ({
        place: [collection, sequence],
        bytes: copy(bytes),
      })),
    )
    atOnce(data.rest())
    return [...found, ...documents]
  } finally {
    data.close()
  }
}

const copy = (bytes: Buffer): Buffer => Buffer.from(bytes)

/** What a pass finds, after some bytes of the file were changed. */
function idsAfter(change: (bytes: Buffer) => void): unknown[] {
  const bytes = Buffer.from(whole)
  change(bytes)
  writeFileSync(file, bytes)
  return everythingIn(file).map(({ bytes: document }) => decode(document)['_id'])
}

/** Where the newer one of the two heads begins. */
function newestHead(bytes: Buffer): number {
  const isSecond = bytes.readBigUInt64LE(pageBytes + ofHead.transaction) > bytes.readBigUInt64LE(ofHead.transaction)
  return isSecond ? pageBytes : 0
}

/** Where the pages of the tree of documents begin, from its root down. */
function pagesOf(bytes: Buffer, kind: number): number[] {
  const found: number[] = []
  const visit = (number: number): void => {
    const page = number * pageBytes
    const isBranch = bytes.readUInt16LE(page + at.flags) === branch
    if ((isBranch ? branch : leaf) === kind) found.push(page)
    if (isBranch) for (const node of nodesOf(bytes, page)) visit(bytes.readUInt32LE(node))
  }
  visit(Number(bytes.readBigUInt64LE(newestHead(bytes) + ofHead.root)))
  return found
}

/** Where the nodes of a page begin. */
function nodesOf(bytes: Buffer, page: number): number[] {
  const count = bytes.readUInt16LE(page + at.lower) / 2
  return Array.from({ length: count }, (_, i) => page + at.nodes + bytes.readUInt16LE(page + at.nodes + 2 * i))
}

const leaves = (bytes: Buffer) => pagesOf(bytes, leaf)
/** Where the page begins that lists the free ones. */
const freePages = (bytes: Buffer) => bytes.readUInt32LE(newestHead(bytes) + ofHead.freeRoot) * pageBytes
const valueOf = (bytes: Buffer, node: number) => node + ofNode.key + bytes.readUInt16LE(node + ofNode.keyLength)

/** The nodes of documents that stand in a page with others, or have pages of their own. */
function nodes(bytes: Buffer, hasOwnPages: boolean): number[] {
  return leaves(bytes)
    .flatMap((page) => nodesOf(bytes, page))
    .filter((node) => (bytes.readUInt16LE(node + ofNode.flags) === ownPages) === hasOwnPages)
}

/** Where the own pages of a document begin. */
const ownPageOf = (bytes: Buffer, node: number) => bytes.readUInt32LE(valueOf(bytes, node)) * pageBytes

const damages: [what: string, damage: (bytes: Buffer) => void][] = [
  ['a head with another size of pages', (bytes) => bytes.writeUInt32LE(1000, ofHead.pageSize)],
  ['a head with no size of pages', (bytes) => bytes.writeUInt32LE(0, ofHead.pageSize)],
  [
    'a head with more pages than any disk has',
    (bytes) => bytes.writeUInt32LE(9, newestHead(bytes) + ofHead.lastPage + 4),
  ],
  ['a head with a document too many', (bytes) => void (bytes[newestHead(bytes) + ofHead.entries]! += 1)],
  ['a head with a document too few', (bytes) => void (bytes[newestHead(bytes) + ofHead.entries]! -= 1)],
  ['a head that leads beyond the last page', (bytes) => bytes.writeUInt32LE(2 ** 31, newestHead(bytes) + ofHead.root)],
  [
    'a head that leads further than a file can reach',
    (bytes) => bytes.writeBigUInt64LE(2n ** 63n, newestHead(bytes) + ofHead.root),
  ],
  ['a damaged page of the list of free ones', (bytes) => bytes.fill(7, freePages(bytes), freePages(bytes) + pageBytes)],
  [
    'a list of free pages that ends behind the end of its page',
    (bytes) => bytes.writeUInt32LE(4090, nodesOf(bytes, freePages(bytes))[0]!),
  ],
  ['half a place too many in a page', (bytes) => void (bytes[leaves(bytes)[1]! + at.lower]! += 1)],
  ['a page whose places reach into its documents', (bytes) => bytes.writeUInt16LE(4000, leaves(bytes)[1]! + at.lower)],
  ['a page whose documents begin behind its end', (bytes) => bytes.writeUInt16LE(5000, leaves(bytes)[1]! + at.upper)],
  ['a page whose documents begin among its places', (bytes) => bytes.writeUInt16LE(2, leaves(bytes)[1]! + at.upper)],
  ['a page of no kind', (bytes) => bytes.writeUInt16LE(0, leaves(bytes)[1]! + at.flags)],
  ['a page of two kinds', (bytes) => bytes.writeUInt16LE(branch | leaf, leaves(bytes)[1]! + at.flags)],
  [
    'two pages that were written in the place of each other',
    (bytes) => {
      const [one = 0, other = 0] = leaves(bytes).slice(1)
      const former = Buffer.from(bytes.subarray(one, one + pageBytes))
      bytes.copy(bytes, one, other, other + pageBytes)
      former.copy(bytes, other)
    },
  ],
  [
    'a page that is reached twice in the place of another',
    (bytes) => {
      const [one = 0, other = 0] = nodesOf(bytes, pagesOf(bytes, branch)[0]!).slice(1)
      bytes.writeUInt32LE(bytes.readUInt32LE(one), other)
    },
  ],
  [
    'a document that begins behind the end of its page',
    (bytes) => bytes.writeUInt16LE(4070, leaves(bytes)[1]! + at.nodes),
  ],
  ['a document that ends behind the end of its page', (bytes) => bytes.writeUInt32LE(4090, nodes(bytes, false)[9]!)],
  ['a document that does not end', (bytes) => bytes.fill(1, lastByte(bytes, 9), lastByte(bytes, 9) + 1)],
  [
    'a document of another length than its place',
    (bytes) => void (bytes[valueOf(bytes, nodes(bytes, false)[9]!)]! += 1),
  ],
  ['a document of no bytes', (bytes) => bytes.writeUInt32LE(0, nodes(bytes, false)[9]!)],
  [
    'a large document whose key leaves no room for the number of its pages',
    (bytes) => bytes.writeUInt16LE(4090, nodes(bytes, true)[0]! + ofNode.keyLength),
  ],
  [
    'two large documents with the same pages',
    (bytes) => {
      const [one = 0, other = 0] = nodes(bytes, true)
      bytes.writeUInt32LE(bytes.readUInt32LE(valueOf(bytes, one)), valueOf(bytes, other))
    },
  ],
  [
    'a large document whose pages were written in the place of others',
    (bytes) => void (bytes[ownPageOf(bytes, nodes(bytes, true)[1]!) + at.number]! += 1),
  ],
  [
    'a large document on a page of another kind',
    (bytes) => bytes.writeUInt16LE(leaf, ownPageOf(bytes, nodes(bytes, true)[1]!) + at.flags),
  ],
  [
    'a large document with fewer pages than it needs',
    (bytes) => bytes.writeUInt32LE(1, ownPageOf(bytes, nodes(bytes, true)[1]!) + at.pages),
  ],
  [
    'a large document that leads beyond the last page',
    (bytes) => bytes.writeUInt32LE(2 ** 31, valueOf(bytes, nodes(bytes, true)[1]!)),
  ],
]

/** The last byte of a document. */
function lastByte(bytes: Buffer, place: number): number {
  const node = nodes(bytes, false)[place]!
  return valueOf(bytes, node) + bytes.readUInt32LE(node) - 1
}

/** Writes a document into the file, beside those that it has. */
async function put(key: string | (string | number)[]): Promise<void> {
  const other = open<Buffer, typeof key>({ path: join(folder, 'documents'), encoding: 'binary' })
  await other.put(key, encode({ _id: 1 }))
  await other.close()
}

describe('a data file', () => {
  it('is read whole', () => {
    // Before its documents stands the collection, which has no number.
    expect(idsAfter(() => {})).toEqual([undefined, ...Array.from({ length: 120 }, (_, i) => i)])
  })

  it.each(damages)('with %s is refused', (_, damage) => {
    expect(() => idsAfter(damage)).toThrow(DataFolderError)
  })

  it('that is cut anywhere is refused', () => {
    const last = whole.readUInt32LE(newestHead(whole) + ofHead.lastPage)
    for (let pages = 0; pages <= last; pages++) {
      writeFileSync(file, whole)
      truncateSync(file, pages * pageBytes)
      expect(() => everythingIn(file), `${pages} pages`).toThrow(pages === 0 ? 'is empty' : 'is cut off')
    }
  })

  it.each<[what: string, write: () => unknown, words: string]>([
    ['of garbage', () => writeFileSync(file, Buffer.alloc(3 * pageBytes, 7)), 'is not the data of this shop'],
    ['that is a text', () => writeFileSync(file, 'a shopping list'.repeat(1000)), 'is not the data of this shop'],
    [
      'of a later version',
      () => {
        const bytes = Buffer.from(whole)
        for (const head of [0, pageBytes]) bytes.writeUInt32LE(3, head + ofHead.version)
        writeFileSync(file, bytes)
      },
      'was written by another version of the database',
    ],
    ['of another program', () => put('a key'), 'is damaged'],
    ['with a document whose number is written otherwise', () => put(['d', 1, 'seven']), 'another version'],
    ['with a collection whose number is written otherwise', () => put(['c', 'one']), 'another version'],
    ['with a letter that nothing here begins with', () => put(['x', 1]), 'another version'],
  ])('%s is refused in one sentence that says what to do', async (_, write, words) => {
    writeFileSync(file, whole)
    await write()
    expect(() => everythingIn(file)).toThrow(DataFolderError)
    const sentence = new RegExp(`^The data file .*${words}.*: restore the newest copy .*, or move it away .*\\.$`)
    expect(() => everythingIn(file)).toThrow(sentence)
  })

  it('is what the last finished write left, whichever of its heads that is in', async () => {
    for (let count = 1; count < 5; count++) {
      const own = temporaryFolder()
      const disk = new Disk(own, options)
      disk.open()
      disk.writeCollection(1, { database: 'shop', name: 'rows', indexes: [] })
      for (let i = 0; i < count; i++) {
        disk.write(1, i, encode({ _id: i }))
        await disk.durable()
      }
      await disk.close()
      expect(everythingIn(join(own, 'documents', 'data.mdb'))).toHaveLength(count + 1)
      rmSync(own, { recursive: true })
    }
  })

  it('is read alike when the documents of several collections are asked for in turn', async () => {
    const own = temporaryFolder()
    const disk = new Disk(own, options)
    disk.open()
    const random = new Random(7)
    const collections = [1, 2, 3, 4, 5]
    for (const collection of collections)
      disk.writeCollection(collection, { database: 'shop', name: `rows${collection}`, indexes: [] })
    for (let i = 0; i < 1000; i++)
      disk.write(random.pick(collections), i, encode({ _id: i, text: 'x'.repeat(random.pick([1, 30, 400, 9000])) }))
    await disk.durable()
    await disk.close()
    const path = join(own, 'documents', 'data.mdb')
    const inTurn: { place: number[]; bytes: Buffer }[] = []
    const data = new LmdbReader(path, own)
    expect([...data.collections()].map(({ collection }) => collection)).toEqual(collections)
    const left = new Map(collections.map((collection) => [collection, data.documents(collection)]))
    while (left.size > 0) {
      const collection = random.pick([...left.keys()])
      for (let taken = random.below(6); taken >= 0; taken--) {
        const next = left.get(collection)?.next()
        if (next === undefined || next.done === true) left.delete(collection)
        else inTurn.push({ place: [collection, next.value.sequence], bytes: copy(next.value.bytes) })
      }
    }
    atOnce(data.rest())
    data.close()
    const inOrder = everythingIn(path).filter(({ place }) => place.length === 2)
    expect(inOrder).toHaveLength(1000)
    expect(inTurn.sort((a, b) => a.place[0]! - b.place[0]!)).toEqual(inOrder)
    rmSync(own, { recursive: true })
  })

  it('is read as LMDB reads it, in its order', async () => {
    const places = [0, 1, 7, 255, 256, 65_535, 65_536, 1_234_567, 2 ** 32, 2 ** 40 + 1]
    const own = temporaryFolder()
    const disk = new Disk(own, options)
    disk.open()
    for (const collection of [12, 1, 300]) {
      disk.writeCollection(collection, { database: 'shop', name: `rows${collection}`, indexes: [] })
      for (const place of places)
        for (const length of [1, 1500, 9000])
          disk.write(collection, place + length, encode({ _id: 'x'.repeat(length) }))
    }
    disk.writeRecord('session', { ok: 1 })
    await disk.durable()
    const found = [...disk.collections()].map(({ collection, bytes }) => ({ place: [collection], bytes: copy(bytes) }))
    for (const collection of [1, 12, 300])
      for (const { sequence, bytes } of disk.documents(collection))
        found.push({ place: [collection, sequence], bytes: copy(bytes) })
    await disk.close()
    expect(found).toHaveLength(3 + 3 * places.length * 3)
    expect(everythingIn(join(own, 'documents', 'data.mdb'))).toEqual(found)
    rmSync(own, { recursive: true })
  })
})
