import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { UUID } from 'bson'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, describe, expect, it } from 'vitest'
import { decode, encode } from '../src/bson-bytes.ts'
import { LmdbReader } from '../src/lmdb-reader.ts'
import { DataFolderError } from '../src/data-folder.ts'
import { Disk } from '../src/disk.ts'
import { Engine } from '../src/engine.ts'
import { distEntry, ensureBuilt, start, temporaryFolder } from './fixture.ts'
import { Random } from './operations.fixture.ts'

const pageBytes = 4096
const options = { durability: 'process-crash-safe', mappedBytes: Infinity } as const
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

type Row = { _id: number; n: number; text: string }

/** What a file has, by the number of a collection, in natural order. */
type Content = Map<number, Map<number, Row>>

const fileIn = (folder: string): string => join(folder, 'documents', 'data.mdb')
const nameOf = (collection: number): string => `rows${collection}`

/** A file of some collections, with documents of all sizes that were changed and removed, and what sessions did. */
async function randomFile(random: Random): Promise<{ folder: string; content: Content }> {
  const folder = temporaryFolder()
  folders.push(folder)
  const disk = new Disk(folder, options)
  disk.open()
  const content: Content = new Map()
  const indexes = [{ v: 2, name: 'n', key: { n: 1 } }]
  for (let collection = 1; collection <= 1 + random.below(9); collection += 1 + random.below(2)) {
    disk.writeCollection(collection, { database: 'shop', name: nameOf(collection), indexes })
    content.set(collection, new Map())
  }
  for (let round = 0; round < 4; round++) {
    for (const [collection, rows] of content) {
      for (let left = random.pick([0, 1, 5, 60, 400]); left > 0; left--) {
        const place = random.below(500)
        const row = { _id: place, n: random.below(7), text: 'x'.repeat(random.pick([0, 20, 300, 1900, 9000])) }
        if (random.chance(30)) {
          rows.delete(place)
          disk.write(collection, place, undefined)
        } else {
          rows.set(place, row)
          disk.write(collection, place, encode(row))
        }
      }
      if (random.chance(30)) disk.writeRecord(`session ${random.below(50)}`, { number: 1, at: new Date() })
    }
    await disk.durable()
  }
  await disk.close()
  return { folder, content }
}

const inPlaces = (rows: ReadonlyMap<number, Row>): Row[] => [...rows.values()].sort((a, b) => a._id - b._id)

const later = 1_000_000

function open(dataDir: string, restAfterMs: number): Engine {
  const settings = {
    durability: 'process-crash-safe',
    cacheBytes: 20_000,
    ttlSeconds: 60,
    readyIndexes: ['n'],
  } as const
  return Engine.open({ dataDir, ...settings, restAfterMs, hello: () => ({ ok: 1 }) })
}

const ask = async (engine: Engine, command: Document): Promise<Document> =>
  decode(await engine.answer(() => ({ ...command, $db: 'shop' }), engine))

const found = (reply: Document): unknown => (reply['cursor'] as { firstBatch: unknown }).firstBatch

/** A question about a collection, and what its answer has to be. */
function question(random: Random, [collection, rows]: [number, ReadonlyMap<number, Row>]): [Document, unknown] {
  const all = inPlaces(rows)
  const name = nameOf(collection)
  const batchSize = 1000
  const n = random.below(7)
  return random.pick<[Document, unknown]>([
    [{ find: name, batchSize }, all],
    [{ find: name, filter: { n }, sort: { _id: 1 }, batchSize }, all.filter((row) => row.n === n)],
    [{ find: name, filter: { _id: n } }, all.filter(({ _id }) => _id === n)],
    [
      { aggregate: name, pipeline: [{ $group: { _id: null, sum: { $sum: '$n' } } }], cursor: {} },
      all.length === 0 ? [] : [{ _id: null, sum: all.reduce((sum, row) => sum + row.n, 0) }],
    ],
    [{ listIndexes: name }, [{ name: '_id_' }, { name: 'n' }]],
  ])
}

describe('while the documents are read', () => {
  it.each(Array.from({ length: 12 }, (_, i) => i + 1))('every answer is what it is afterwards (%i)', async (seed) => {
    const random = new Random(seed)
    const { folder, content } = await randomFile(random)
    const engine = open(folder, random.pick([0, later]))
    const loading = engine.load()
    const asked: Promise<void>[] = []
    const check = async ([command, expected]: [Document, unknown]): Promise<void> => {
      expect(found(await ask(engine, command)), JSON.stringify(command)).toMatchObject(expected as object[])
    }
    for (let questions = 0; questions < 40; questions++) {
      asked.push(check(question(random, random.pick([...content]))))
      if (random.chance(30)) await Promise.all(asked)
      if (random.chance(30)) await new Promise(setImmediate)
    }
    await Promise.all(asked)
    expect(await ask(engine, { dbStats: 1 })).toMatchObject({ collections: content.size, indexes: 2 * content.size })
    // What writes has the rest read.
    expect(await ask(engine, { insert: 'rows1', documents: [encode({ _id: 1000, n: 1 })] })).toMatchObject({ n: 1 })
    await loading
    expect(found(await ask(engine, { find: 'rows1', filter: { _id: 1000 } }))).toEqual([{ _id: 1000, n: 1 }])
    content.get(1)!.set(1000, { _id: 1000, n: 1, text: '' })
    for (const each of content) {
      const rows = found(await ask(engine, { find: nameOf(each[0]), batchSize: 1000 })) as Row[]
      expect(rows.map(({ _id, n }) => [_id, n])).toEqual(inPlaces(each[1]).map(({ _id, n }) => [_id, n]))
    }
    await engine.close()
  })

  it('a collection is answered from before another one is read, and a write waits for all', async () => {
    const { folder, content } = await twoCollections()
    const engine = open(folder, later)
    const loading = engine.load()
    let isLoaded = false
    void loading.then(() => (isLoaded = true))
    expect(found(await ask(engine, { find: 'rows1', batchSize: 1000 }))).toEqual(inPlaces(content.get(1)!))
    expect(isLoaded).toBe(false)
    const lsid = { id: new UUID() }
    const waiting = [
      ask(engine, { find: 'rows1', lsid, txnNumber: 1, autocommit: false, startTransaction: true }),
      ask(engine, { update: 'rows1', updates: [{ q: { _id: 1 }, u: { $set: { n: 70 } } }] }),
      ask(engine, { endSessions: [{ id: new UUID() }] }),
    ].map((reply) => reply.then(({ ok }) => [ok, isLoaded]))
    expect(await Promise.all(waiting)).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ])
    await engine.close()
  })
})

/** A small collection, and a larger one behind it. */
async function twoCollections(): Promise<{ folder: string; content: Content }> {
  const folder = temporaryFolder()
  folders.push(folder)
  const disk = new Disk(folder, options)
  disk.open()
  const content: Content = new Map()
  for (const [collection, count] of [
    [1, 20],
    [2, 150],
  ] as const) {
    disk.writeCollection(collection, { database: 'shop', name: nameOf(collection), indexes: [] })
    const rows = Array.from({ length: count }, (_, i) => ({
      _id: i,
      n: i % 7,
      text: 'x'.repeat(i % 60 === 59 ? 9000 : 300),
    }))
    for (const row of rows) disk.write(collection, row._id, encode(row))
    content.set(collection, new Map(rows.map((row) => [row._id, row])))
  }
  disk.writeRecord('session', { number: 1, at: new Date() })
  await disk.durable()
  // What is replaced leaves free pages behind.
  for (const row of content.get(2)!.values()) disk.write(2, row._id, encode(row))
  await disk.durable()
  await disk.close()
  return { folder, content }
}

describe('damage', () => {
  /** Asks for the small collection first, then has everything read. */
  async function answerAndEnd(folder: string): Promise<{ answer: unknown; end: unknown }> {
    let answer: unknown
    try {
      const engine = open(folder, later)
      const loading = engine.load()
      const ended = loading.then(
        () => 'whole',
        (error: unknown) => error,
      )
      const reply = ask(engine, { find: 'rows1', batchSize: 1000 }).then((found) => (answer = found))
      await Promise.race([reply, ended])
      void ask(engine, { insert: 'rows1', documents: [encode({ _id: 1000 })] })
      const end = await ended
      await engine.close()
      return { answer, end }
    } catch (error) {
      return { answer, end: error }
    }
  }

  it.each<[what: string, damage: (file: string, page: number, whole: Buffer) => void]>([
    ['the end of the file', (file, page) => truncateSync(file, page * pageBytes)],
    [
      'garbage',
      (file, page, whole) => {
        const bytes = Buffer.from(whole)
        bytes.fill(0xee, page * pageBytes, (page + 1) * pageBytes)
        writeFileSync(file, bytes)
      },
    ],
  ])('by %s at any page is found, before or after an answer, which is right; nothing is written', async (_, damage) => {
    const { folder, content } = await twoCollections()
    const file = fileIn(folder)
    const whole = readFileSync(file)
    const used = usedPages(folder)
    const outcomes = { before: 0, after: 0 }
    for (let page = 0; page <= Math.max(...used) + 2; page++) {
      writeFileSync(file, whole)
      damage(file, page, whole)
      const damaged = readFileSync(file)
      const { answer, end } = await answerAndEnd(folder)
      if (answer !== undefined) expect(found(answer as Document)).toEqual(inPlaces(content.get(1)!))
      if (end === 'whole') {
        expect(used.has(page), `page ${page}`).toBe(false)
        continue
      }
      expect(end, `page ${page}`).toBeInstanceOf(DataFolderError)
      expect((end as Error).message).toMatch(
        /^The data file .* is (cut off|damaged|empty).*: restore the newest copy .*\.$/,
      )
      expect(readFileSync(file).equals(damaged)).toBe(true)
      outcomes[answer === undefined ? 'before' : 'after']++
    }
    expect(outcomes.before).toBeGreaterThan(2)
    expect(outcomes.after).toBeGreaterThan(10)
  })

  it('that is met while it is asked for is not answered, and ends the start in the same sentence', async () => {
    const { folder } = await twoCollections()
    const file = fileIn(folder)
    const bytes = readFileSync(file)
    bytes[bytes.lastIndexOf(encode({ _id: 100, n: 100 % 7 }).subarray(4, 20)) - 3]! += 1
    writeFileSync(file, bytes)
    let small: Promise<Document[]> | undefined
    let large: Promise<unknown> = Promise.resolve()
    const clients: MongoClient[] = []
    const onListening = (uri: string): void => {
      const client = new MongoClient(uri, { serverSelectionTimeoutMS: 100 })
      clients.push(client)
      small = client.db('shop').collection('rows1').find().toArray()
      large = small.then(async () => client.db('shop').collection('rows2').find().toArray())
      large.catch(() => {})
    }
    const starting = start({ dataDir: folder, durability: 'process-crash-safe', onListening })
    await expect(starting).rejects.toThrow(/^The data file .* is damaged.*: restore the newest copy .*\.$/)
    expect(await small).toHaveLength(20)
    await expect(large).rejects.toThrow(/closed|connect|ENOENT|ECONN/)
    for (const client of clients) await client.close()
  })
})

it('a process that ends while documents are read ends with its own number, and gives the folder up', async () => {
  const { folder } = await twoCollections()
  ensureBuilt()
  const program = `
    import { startEmbeddedMongo } from ${JSON.stringify(pathToFileURL(distEntry).href)}
    import { MongoClient } from 'mongodb'
    const onListening = async (uri) => {
      const client = await MongoClient.connect(uri)
      console.log((await client.db('shop').collection('rows1').find().toArray()).length)
      process.exit(7)
    }
    await startEmbeddedMongo({ dataDir: ${JSON.stringify(folder)}, onListening })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const [[ended], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  expect([ended, said.trim()]).toEqual([7, '20'])
  expect(existsSync(join(folder, 'owner.json'))).toBe(false)
})

/** The pages that the trees of a file have, and those of large documents, beside the newer one of the heads. */
function usedPages(folder: string): Set<number> {
  const whole = readFileSync(fileIn(folder))
  const copy = join(folder, 'copy')
  const used = new Set<number>()
  const lastPage = Math.max(...[0, pageBytes].map((head) => whole.readUInt32LE(head + 144)))
  for (let page = 2; page <= lastPage; page++) {
    const bytes = Buffer.from(whole)
    bytes.fill(0xee, page * pageBytes, (page + 1) * pageBytes)
    writeFileSync(copy, bytes)
    const data = new LmdbReader(copy, folder)
    try {
      for (const { collection } of data.collections()) for (const _ of data.documents(collection)) continue
      for (const _ of data.rest()) continue
    } catch {
      used.add(page)
    } finally {
      data.close()
    }
  }
  return used
}
