import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Document, Long, MongoClient, UUID } from 'mongodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uriOf } from '../src/address.ts'
import { Disk } from '../src/disk.ts'
import { DocumentFile } from '../src/document-file.ts'
import { Dispatcher } from '../src/dispatch.ts'
import { Engine } from '../src/engine.ts'
import type { EmbeddedMongo } from '../src/index.ts'
import { decode, encode } from '../src/bson-bytes.ts'
import { OwnerFile } from '../src/owner.ts'
import { Room } from '../src/room.ts'
import { Sessions } from '../src/sessions.ts'
import { Store } from '../src/store.ts'
import { sendCommand } from '../src/wire.ts'
import { distEntry, ensureBuilt, loadAll, openStore, start, temporaryFolder } from './fixture.ts'

const writer = fileURLToPath(new URL('writer.fixture.mjs', import.meta.url))
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

function folder(): string {
  const dataDir = temporaryFolder()
  cleanUps.push(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

async function open(dataDir: string): Promise<{ server: EmbeddedMongo; client: MongoClient }> {
  const server = await start({ dataDir })
  const client = await MongoClient.connect(server.uri)
  cleanUps.push(
    () => server.stop(),
    () => client.close(),
  )
  return { server, client }
}

async function close({ server, client }: { server: EmbeddedMongo; client: MongoClient }): Promise<void> {
  await client.close()
  await server.stop()
}

/** Starts the writing process and collects its lines; resolves once `enough` of them have come. */
function write(
  dataDir: string,
  round: number,
  enough: number,
): Promise<{ child: ChildProcess; lines: string[]; ended: Promise<unknown> }> {
  ensureBuilt()
  const child = spawn(process.execPath, [writer, distEntry, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout! })
  const ended = new Promise((resolve) => reader.once('close', resolve))
  return new Promise((resolve, reject) => {
    reader.on('line', (line) => {
      lines.push(line)
      if (lines.length === enough) resolve({ child, lines, ended })
    })
    child.once('exit', () => reject(new Error('the writing process ended by itself')))
  })
}

type Row = Document & { _id: string }

describe('a process that is killed in the middle of writing', () => {
  it('has lost no acknowledged write and done no transaction by half, five times over', async () => {
    const dataDir = folder()
    const acknowledged: string[] = []
    for (let round = 0; round < 5; round++) {
      const { child, lines, ended } = await write(dataDir, round, 150 + round * 77)
      child.kill('SIGKILL')
      await ended
      acknowledged.push(...lines)
      const opened = await open(dataDir)
      const db = opened.client.db()
      const ids = async (name: string): Promise<Set<string>> =>
        new Set(
          (
            await db
              .collection<Row>(name)
              .find({}, { projection: { _id: 1 } })
              .toArray()
          ).map(({ _id }) => _id),
        )
      const [rows, orders] = [await ids('rows'), await ids('orders')]
      const promised = (kind: string): string[] =>
        acknowledged.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
      expect(promised('row').filter((key) => !rows.has(key))).toEqual([])
      expect(promised('order').filter((key) => !orders.has(key))).toEqual([])
      const sold = await db.collection('stock').findOne({})
      expect(sold?.['sold'] ?? 0).toBe(orders.size)
      for (const name of ['a', 'b', 'c']) {
        const counter = (await db.collection<Row>('counters').findOne({ _id: name }))?.['value'] as number | undefined
        const inserted = [...rows].filter((key) => key.includes(`-${name}-`)).length
        expect(inserted - (counter ?? 0)).toBeLessThanOrEqual(round + 1)
        expect(counter ?? 0).toBeGreaterThanOrEqual(promised('row').filter((key) => key.includes(`-${name}-`)).length)
      }
      await close(opened)
    }
  })
})

describe('a retryable write', () => {
  const lsid = { id: new UUID() }
  const increment = (uri: string, number: number): Promise<Document | undefined> =>
    sendCommand(uri, {
      update: 'counters',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      lsid,
      txnNumber: Long.fromNumber(number),
      $db: 'superprinter',
    })

  it('sent again is answered again and not done again, also after its process was killed', async () => {
    const dataDir = folder()
    const { child, lines, ended } = await write(dataDir, 0, 1)
    const uri = lines[0]!.slice(4)
    const [one, two] = await Promise.all([increment(uri, 1), increment(uri, 1)])
    expect(one).toMatchObject({ ok: 1, n: 1, upserted: [{ index: 0, _id: 1 }] })
    expect(two).toEqual(one)
    expect(await increment(uri, 2)).toMatchObject({ n: 1, nModified: 1 })
    child.kill('SIGKILL')
    await ended
    const { server, client } = await open(dataDir)
    expect(await increment(server.uri, 2)).toMatchObject({ ok: 1, n: 1, nModified: 1 })
    expect(await client.db().collection<Document & { _id: number }>('counters').findOne({ _id: 1 })).toMatchObject({
      n: 2,
    })
    expect(await increment(server.uri, 1)).toMatchObject({ ok: 0, code: 225 })
    expect(await increment(server.uri, 3)).toMatchObject({ ok: 1, n: 1 })
    expect(await client.db().collection<Document & { _id: number }>('counters').findOne({ _id: 1 })).toMatchObject({
      n: 3,
    })
  })
})

it('the answer of a retryable write is forgotten with its session, and half an hour after it, restarts included', async () => {
  const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
  disk.open()
  const sessions = new Sessions(new Store(disk, 1024))
  for (const minutes of [5, 29, 31]) {
    const at = new Date(Date.now() - minutes * 60_000)
    disk.writeRecord(`${minutes} minutes ago`, { number: 1, done: true, operations: 1, reply: {}, at })
  }
  await disk.durable()
  sessions.load()
  sessions.sweep()
  sessions.end(['5 minutes ago'])
  await disk.durable()
  expect([...disk.records()].map(({ session }) => session)).toEqual(['29 minutes ago'])
  await disk.close()
})

it('a retryable write that waited for a lock when its process ended goes on behind what it had done', async () => {
  const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 * 1024 })
  disk.open()
  const connect = () => {
    const store = new Store(disk, 1024 * 1024)
    loadAll(store)
    const dispatcher = new Dispatcher(store, () => ({}))
    dispatcher.sessions.load()
    return async (command: Document) => decode(await dispatcher.answer(() => ({ ...command, $db: 'shop' }), {}))
  }
  const before = connect()
  await before({ insert: 'rows', documents: [1, 2].map((_id) => encode({ _id, n: 0 })) })
  const holding = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
  const held = [{ q: { _id: 2 }, u: { $set: { n: 10 } } }]
  await before({ update: 'rows', updates: held, ...holding, startTransaction: true })
  const updates = [1, 2].map((_id) => ({ q: { _id }, u: { $inc: { n: 1 } } }))
  const twice = { update: 'rows', updates, lsid: { id: new UUID() }, txnNumber: 1 }
  const waiting = before(twice)
  await endOfTurn()
  await disk.durable()
  const after = connect()
  expect(await after(twice)).toMatchObject({ ok: 1, n: 2 })
  expect(await after({ find: 'rows' })).toMatchObject({
    cursor: {
      firstBatch: [
        { _id: 1, n: 1 },
        { _id: 2, n: 1 },
      ],
    },
  })
  await before({ abortTransaction: 1, ...holding })
  await waiting
  await disk.close()
})

it('a retryable write that failed is tried again when it is sent again', async () => {
  const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
  disk.open()
  const sessions = new Sessions(new Store(disk, 1024))
  let tries = 0
  const attempt = async (): Promise<Buffer> => {
    if (++tries === 1) throw new Error('expected by the test')
    return encode({ ok: 1 })
  }
  await expect(sessions.once('session', 1, attempt, encode)).rejects.toThrow('expected by the test')
  expect(decode(await sessions.once('session', 1, attempt, encode))).toEqual({ ok: 1 })
  await sessions.once('session', 1, attempt, encode)
  expect(tries).toBe(2)
  await disk.close()
})

describe('a write that was waited for', () => {
  it('is on the disk, also when it came while another one was on its way there', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const written = (): number => [...disk.documents(1)].length
    for (let count = 1; count < 20; count += 2) {
      disk.write(1, count, encode({ _id: count }))
      const first = disk.durable()
      await endOfTurn()
      disk.write(1, count + 1, encode({ _id: count + 1 }))
      await disk.durable()
      expect(written()).toBe(count + 1)
      await first
    }
    await disk.close()
  })

  it('is written when all before it are, and answered when it is, also where nothing was issued since', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 * 1024 })
    disk.open()
    const commit = DocumentFile.prototype.commit
    const counts = { underWay: 0, most: 0, written: 0 }
    const slow = vi.spyOn(DocumentFile.prototype, 'commit').mockImplementation(async function (
      this: DocumentFile,
      changes,
    ) {
      counts.most = Math.max(counts.most, ++counts.underWay)
      for (let turn = 0; turn < 5; turn++) await endOfTurn()
      await commit.call(this, changes)
      counts.underWay--
      counts.written += changes.length
    })
    cleanUps.push(() => slow.mockRestore())
    const answered: Promise<unknown>[] = []
    for (let count = 1; count <= 20; count++) {
      disk.write(1, count, encode({ _id: count }))
      for (let asked = 0; asked < 2; asked++)
        answered.push(disk.durable().then(() => expect(counts.written).toBeGreaterThanOrEqual(count)))
      await endOfTurn()
      answered.push(disk.durable().then(() => expect(counts.written).toBeGreaterThanOrEqual(count)))
    }
    await Promise.all(answered)
    expect(counts).toEqual({ underWay: 0, most: 1, written: 20 })
    await disk.close()
  })

  it('is acknowledged when it is on the disk, and the one after it that is not is refused', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    disk.write(1, 1, encode({ _id: 1 }))
    const first = disk.durable()
    await endOfTurn()
    const full = vi.spyOn(Room.prototype, 'ensure').mockImplementation(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    })
    cleanUps.push(() => full.mockRestore())
    disk.write(1, 2, encode({ _id: 2 }))
    const second = expect(disk.durable()).rejects.toMatchObject({ code: 14031 })
    await first
    await second
    await disk.close()
  })

  it('is never there without one before it that failed', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const failing = vi.spyOn(DocumentFile.prototype, 'commit').mockImplementationOnce(async () => {
      for (let turn = 0; turn < 5; turn++) await endOfTurn()
      throw new Error('expected by the test')
    })
    cleanUps.push(() => failing.mockRestore())
    disk.write(1, 1, encode({ _id: 1 }))
    const first = expect(disk.durable()).rejects.toMatchObject({ code: 14031 })
    await endOfTurn()
    disk.write(1, 2, encode({ _id: 2 }))
    await expect(disk.durable()).rejects.toMatchObject({ code: 14031 })
    await first
    expect([...disk.collections(), ...disk.documents(1)]).toEqual([])
    await disk.close()
  })
})

describe('a disk that refuses a write', () => {
  it('stops the database, because memory would be ahead of it', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const dispatcher = new Dispatcher(new Store(disk, 1024), () => ({}))
    const insert = async (id: number): Promise<Document> =>
      decode(await dispatcher.answer(() => ({ insert: 'rows', documents: [encode({ _id: id })], $db: 'shop' }), {}))
    expect(await insert(1)).toMatchObject({ ok: 1, n: 1 })
    await disk.close()
    expect(await insert(2)).toMatchObject({ ok: 0, code: 14031 })
    expect(decode(await dispatcher.answer(() => ({ find: 'rows', $db: 'shop' }), {}))).toMatchObject({
      ok: 0,
      code: 14031,
    })
  })
})

describe('a disk that takes no more writes', () => {
  // Without it, the write would be answered after 65 seconds.
  it('has the answer to a write that waits for a transaction', { timeout: 30_000 }, async () => {
    const dataDir = folder()
    const options = { dataDir, durability: 'process-crash-safe', cacheBytes: 1024, ttlSeconds: 60 } as const
    const engine = Engine.open({ ...options, readyIndexes: [], restAfterMs: 0, hello: () => ({}) })
    await engine.load()
    cleanUps.push(() => engine.close())
    const run = async (command: Document): Promise<Document> =>
      decode(await engine.answer(() => ({ ...command, $db: 'shop' }), engine))
    const remove = { delete: 'rows', deletes: [{ q: { _id: 1 }, limit: 1 }] }
    const begins = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false, startTransaction: true }
    await run({ insert: 'rows', documents: [encode({ _id: 1 })] })
    const numbered = { insert: 'others', documents: [encode({ _id: 1 })], lsid: { id: new UUID() }, txnNumber: 1 }
    await run(numbered)
    await run({ ...remove, ...begins })
    const waiting = [{ w: 1 }, { w: 'majority' }].map((writeConcern) => run({ ...remove, writeConcern }))

    const full = vi.spyOn(Room.prototype, 'ensure').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    })
    expect(await run({ insert: 'rows', documents: [encode({ _id: 2 })] })).toMatchObject({ ok: 0, code: 14031 })
    full.mockRestore()

    for (const answer of waiting) expect(await answer).toMatchObject({ ok: 0, code: 14031 })
    expect(decodeIds(await run({ find: 'rows' }))).toEqual([1])
    expect(await run(numbered), 'the first answer, again').toMatchObject({ ok: 1, n: 1 })
  })

  it('has the first answer to what is repeated, and refuses what is new', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const lsid = { id: new UUID() }
    const insert = async (dispatcher: Dispatcher, id: number): Promise<Document> => {
      const command = { insert: 'rows', documents: [encode({ _id: id })], lsid, txnNumber: id, $db: 'shop' }
      return decode(await dispatcher.answer(() => command, {}))
    }
    expect(await insert(new Dispatcher(new Store(disk, 1024), () => ({})), 1)).toMatchObject({ ok: 1, n: 1 })
    const full = disk.successor('the disk is full')
    const store = new Store(full, 1024)
    loadAll(store)
    const dispatcher = new Dispatcher(store, () => ({}))
    dispatcher.sessions.load()
    expect(await insert(dispatcher, 1)).toMatchObject({ ok: 1, n: 1 })
    expect(await insert(dispatcher, 2)).toMatchObject({ ok: 0, code: 14031 })
    await full.close()
  })
})

describe('a write whose write concern does not ask for the disk', () => {
  const shop = (): { disk: Disk; run: (command: Document) => Promise<Document> } => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const dispatcher = new Dispatcher(new Store(disk, 1024), () => ({}))
    cleanUps.push(() => disk.close())
    return { disk, run: async (command) => decode(await dispatcher.answer(() => ({ ...command, $db: 'shop' }), {})) }
  }
  const insertion = (id: number, writeConcern?: unknown): Document => ({
    insert: 'rows',
    documents: [encode({ _id: id })],
    ...(writeConcern === undefined ? {} : { writeConcern }),
  })
  const stored = (disk: Disk): unknown[] => [...disk.documents(1)].map(({ bytes }) => decode(bytes)['_id'])

  it('is answered before it is there, and gets there with the next that asks for it', async () => {
    const { disk, run } = shop()
    expect(await run(insertion(1, { w: 1 }))).toMatchObject({ ok: 1, n: 1 })
    expect(stored(disk)).toEqual([])
    expect(decodeIds(await run({ find: 'rows' }))).toEqual([1])
    expect(await run(insertion(2, { w: 'majority' }))).toMatchObject({ ok: 1, n: 1 })
    expect(stored(disk)).toEqual([1, 2])
  })

  it('is committed together with what comes within a quarter of a second, as after a mail', async () => {
    const { disk, run } = shop()
    await run(insertion(0))
    const commits = vi.spyOn(DocumentFile.prototype, 'commit')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cleanUps.push(() => vi.useRealTimers())
    await run(insertion(1, { w: 1 }))
    await vi.advanceTimersByTimeAsync(200)
    for (let turns = 0; turns < 3; turns++) await endOfTurn()
    expect(commits).not.toHaveBeenCalled()
    await run(insertion(2))
    expect(commits).toHaveBeenCalledTimes(1)
    expect(stored(disk)).toEqual([0, 1, 2])
    await run(insertion(3, { w: 1 }))
    await vi.advanceTimersByTimeAsync(250)
    vi.useRealTimers()
    await vi.waitFor(() => expect(stored(disk)).toEqual([0, 1, 2, 3]), { timeout: 10_000 })
  })

  it('gets there by itself, and before the file is closed', async () => {
    const { disk, run } = shop()
    await run(insertion(1, { w: 1, wtimeout: 10 }))
    await vi.waitFor(() => expect(stored(disk)).toEqual([1]), { timeout: 10_000 })
    await run(insertion(2, { w: 1 }))
    await vi.waitFor(() => expect(stored(disk)).toEqual([1, 2]), { timeout: 10_000 })
    await run(insertion(3, { w: 1 }))
    await disk.close()
    disk.open()
    expect(stored(disk)).toEqual([1, 2, 3])
  })

  it.each([[{ w: 1, j: true }], [{ w: 'majority' }], [{}], [undefined]])(
    'is no write with %j',
    async (writeConcern) => {
      const { disk, run } = shop()
      await run(insertion(1, writeConcern))
      expect(stored(disk)).toEqual([1])
    },
  )

  it('is refused with a write concern that is none', async () => {
    expect(await shop().run(insertion(1, 'soon'))).toMatchObject({ ok: 0, code: 14 })
  })
})

const decodeIds = (reply: Document): unknown[] =>
  (reply['cursor'] as { firstBatch: Document[] }).firstBatch.map(({ _id }) => _id as unknown)

describe('what is on the disk', () => {
  const stored = (disk: Disk): Document[] => [...disk.documents(1)].map(({ bytes }) => decode(bytes))

  it('is only the new document after a delete and an insert of one _id in one transaction', async () => {
    const { disk, run, close } = openStore()
    await run({ insert: 'rows', documents: [encode({ _id: 'a', u: 'old' })] })
    const transaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    const deletes = [{ q: { _id: 'a' }, limit: 1 }]
    await run({ delete: 'rows', deletes, ...transaction, startTransaction: true })
    await run({ insert: 'rows', documents: [encode({ _id: 'a', u: 'new' })], ...transaction })
    expect(stored(disk)).toEqual([{ _id: 'a', u: 'old' }])
    expect(await run({ commitTransaction: 1, ...transaction })).toMatchObject({ ok: 1 })
    expect(stored(disk)).toEqual([{ _id: 'a', u: 'new' }])
    await close()
  })

  it('is tidied at the start when an earlier version left two documents with one _id', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    disk.writeCollection(1, { database: 'shop', name: 'rows', indexes: [] })
    disk.write(1, 1, encode({ _id: 'a', v: 'old' }))
    disk.write(1, 2, encode({ _id: 'a', v: 'new' }))
    await disk.durable()
    const store = new Store(disk, 1024)
    loadAll(store)
    store.removeDuplicates()
    const dispatcher = new Dispatcher(store, () => ({}))
    await disk.durable()
    expect(stored(disk)).toEqual([{ _id: 'a', v: 'new' }])
    const found = decode(await dispatcher.answer(() => ({ find: 'rows', $db: 'shop' }), {}))
    expect(found).toMatchObject({ cursor: { firstBatch: [{ _id: 'a', v: 'new' }] } })
    await disk.close()
  })

  it('is tidied also where an index is built on the way', async () => {
    const dataDir = folder()
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const indexes = [{ v: 2, name: 'value', key: { v: 1 } }]
    disk.writeCollection(1, { database: 'shop', name: 'rows', indexes })
    const rows = ['old', 'new', 'other'].map((v, i) => ({ _id: i < 2 ? 'a' : 'b', v }))
    for (const [i, row] of rows.entries()) disk.write(1, i, encode(row))
    await disk.durable()
    await disk.close()
    const server = await start({ dataDir, readyIndexes: ['value'] })
    cleanUps.push(() => server.stop())
    const client = await MongoClient.connect(server.uri)
    cleanUps.push(() => client.close())
    const found = (v: string) => client.db('shop').collection<Row>('rows').find({ v }).toArray()
    expect(await found('old')).toEqual([])
    expect(await found('new')).toEqual([{ _id: 'a', v: 'new' }])
    expect(await found('other')).toEqual([{ _id: 'b', v: 'other' }])
  })

  it('is nothing of a collection that is dropped while documents are on their way to it', async () => {
    const disk = new Disk(folder(), { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const dispatcher = new Dispatcher(new Store(disk, 1024), () => ({}))
    await Promise.all([
      dispatcher.answer(() => ({ insert: 'rows', documents: [encode({ _id: 1 })], $db: 'shop' }), {}),
      dispatcher.answer(() => ({ drop: 'rows', $db: 'shop' }), {}),
    ])
    expect([...disk.collections(), ...disk.documents(1)]).toEqual([])
    await disk.close()
  })
})

describe('a cursor', () => {
  it('of a server that was started anew is unknown to it, and never taken for one of its own', async () => {
    const dataDir = folder()
    const first = await open(dataDir)
    const fill = (name: string) =>
      first.client
        .db()
        .collection<Row>(name)
        .insertMany(Array.from({ length: 30 }, (_, i) => ({ _id: `${name} ${i}` })))
    await fill('orders')
    await fill('letters')
    const before = first.client.db().collection('orders').find().batchSize(10)
    await before.next()
    const id = before.id
    await close(first)
    const second = await open(dataDir)
    const after = second.client.db().collection('letters').find().batchSize(10)
    await after.next()
    await expect(second.client.db().command({ getMore: id, collection: 'orders' })).rejects.toMatchObject({ code: 43 })
    expect((await after.toArray()).length).toBe(29)
  })
})

describe('the data folder', () => {
  it('keeps documents, order, indexes and empty collections through a restart', async () => {
    const dataDir = folder()
    const first = await open(dataDir)
    const rows = first.client.db().collection<Document & { _id: number }>('rows')
    await rows.createIndexes([
      { key: { a: 1 }, unique: true, partialFilterExpression: { a: { $exists: true } } },
      { key: { at: 1 }, expireAfterSeconds: 100, sparse: true },
    ])
    await rows.insertMany([{ _id: 3, a: 'ключ' }, { _id: 1, a: 2 }, { _id: 2 }])
    await rows.updateOne({ _id: 3 }, { $set: { b: 1 } })
    await rows.deleteOne({ _id: 1 })
    await first.client.db().createCollection('empty')
    await first.client.db('other').collection('gone').insertOne({ a: 1 })
    await first.client.db('other').dropDatabase()
    const indexes = await rows.indexes()
    await close(first)
    const second = await open(dataDir)
    const again = second.client.db().collection<Document & { _id: number }>('rows')
    expect(await again.find().toArray()).toEqual([{ _id: 3, a: 'ключ', b: 1 }, { _id: 2 }])
    expect(await again.indexes()).toEqual(indexes)
    await expect(again.insertOne({ _id: 9, a: 'ключ' })).rejects.toMatchObject({ code: 11000 })
    expect((await second.client.db().listCollections().toArray()).map(({ name }) => name).sort()).toEqual([
      'empty',
      'rows',
    ])
    expect(await second.client.db('other').listCollections().toArray()).toEqual([])
  })

  it('is private, and gives a second opener the address of the first', async () => {
    const dataDir = join(folder(), 'data')
    const { server } = await open(dataDir)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(server.uri).toContain(`mongodb://${encodeURIComponent(join(dataDir, 'database.sock'))}/`)
    expect(statSync(join(dataDir, 'database.sock')).mode & 0o777).toBe(0o600)
    const owner = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8')) as { pid: number; uri: string }
    expect(owner).toMatchObject({ pid: process.pid, uri: server.uri })
    const second = await start({ dataDir })
    expect(second).toMatchObject({ owner: false, uri: server.uri })
    await second.stop()
    expect((await start({ dataDir })).owner).toBe(false)
    await server.stop()
    const next = await start({ dataDir })
    cleanUps.push(() => next.stop())
    expect(next.owner).toBe(true)
  })

  it('has a socket that a killed process left replaced', async () => {
    const dataDir = folder()
    const { child, ended } = await write(dataDir, 0, 1)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(join(dataDir, 'database.sock'))).toBe(true)
    const opened = await open(dataDir)
    expect(opened.server.owner).toBe(true)
    await close(opened)
    expect(existsSync(join(dataDir, 'database.sock'))).toBe(false)
  })

  it('has its socket in a private folder for temporary files when its own path is too long for one', async () => {
    const dataDir = join(folder(), 'a'.repeat(120))
    const opened = await open(dataDir)
    const socket = decodeURIComponent(new URL(opened.server.uri).hostname)
    expect(socket.startsWith(tmpdir())).toBe(true)
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700)
    expect((await start({ dataDir })).uri).toBe(opened.server.uri)
    await close(opened)
    expect(existsSync(dirname(socket))).toBe(false)
  })

  it.each(['100% Laden', '%41'])(
    'has its socket elsewhere when it is called %j, which the driver cannot name',
    async (name) => {
      const dataDir = join(folder(), name)
      const { server, client } = await open(dataDir)
      expect(existsSync(join(dataDir, 'database.sock'))).toBe(false)
      expect(await client.db().collection<Row>('rows').insertOne({ _id: 'a' })).toMatchObject({ insertedId: 'a' })
      expect(await start({ dataDir })).toMatchObject({ owner: false, uri: server.uri })
    },
  )

  it('is closed again when its address cannot be written down', async () => {
    const dataDir = folder()
    const ownerFile = join(dataDir, 'owner.json')
    let uri = ''
    const onListening = (given: string) => {
      uri = given
      rmSync(ownerFile)
      mkdirSync(ownerFile)
    }
    await expect(start({ dataDir, onListening })).rejects.toThrow()
    await expect(sendCommand(uri, { hello: 1, $db: 'admin' })).rejects.toThrow()
    rmSync(ownerFile, { recursive: true })
    expect((await open(dataDir)).server.owner).toBe(true)
  })

  it('is served on the loopback device where every path is too long for a socket', async () => {
    const temporary = process.env['TMPDIR']
    const dataDir = join(folder(), 'a'.repeat(120))
    mkdirSync(dataDir)
    process.env['TMPDIR'] = dataDir
    try {
      const opened = await open(dataDir)
      expect(opened.server.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//)
      expect(await start({ dataDir })).toMatchObject({ owner: false, uri: opened.server.uri })
    } finally {
      if (temporary === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = temporary
    }
  })

  it('is left to an owner that is silent for a while and whose number cannot be seen from here', async () => {
    const dataDir = folder()
    const path = join(dataDir, 'database.sock')
    const silent = createServer((socket) => cleanUps.push(() => socket.destroy())).listen(path)
    await once(silent, 'listening')
    const owner = { pid: 2 ** 22 + 1, startTime: '1', instance: 'x', uri: uriOf({ path }) }
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify(owner))
    let isOpen = false
    const opening = start({ dataDir }).finally(() => (isOpen = true))
    await wait(4000)
    expect(isOpen).toBe(false)
    // It ends.
    for (const cleanUp of cleanUps.splice(1)) await cleanUp()
    silent.close()
    const server = await opening
    cleanUps.push(() => server.stop())
    expect(server.owner).toBe(true)
  })

  it('is left to an owner that starts in another container, where its number says nothing', async () => {
    const dataDir = folder()
    const path = join(dataDir, 'owner.json')
    const owner = { pid: process.pid, startTime: '1', namespace: 'pid:[1]', instance: 'x' }
    writeFileSync(path, JSON.stringify(owner))
    const taking = new OwnerFile(dataDir, 'y').take()
    await endOfTurn()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(owner)
    rmSync(path)
    expect(await taking).toEqual({ owner: true })
  })

  it('is taken over when something else answers at the address of an owner that is gone', async () => {
    const dataDir = folder()
    const other = createServer((socket) => socket.write(Buffer.alloc(50, Buffer.from([50, 0, 0, 0]))))
    other.listen({ host: '127.0.0.1', port: 0 })
    cleanUps.push(() => other.close())
    await once(other, 'listening')
    const uri = uriOf({ host: '127.0.0.1', port: (other.address() as AddressInfo).port })
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid: 2 ** 22 + 1, startTime: '1', instance: 'x', uri }))
    expect((await open(dataDir)).server.owner).toBe(true)
  })

  it('is left, with its owner file, to who was quicker to take it over from a process that is gone', async () => {
    const dataDir = folder()
    const path = join(dataDir, 'owner.json')
    const quicker = new OwnerFile(dataDir, 'quicker')
    const address = createServer().listen({ host: '127.0.0.1', port: 0 })
    cleanUps.push(() => address.close())
    await once(address, 'listening')
    const uri = uriOf({ host: '127.0.0.1', port: (address.address() as AddressInfo).port })
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startTime: '1', instance: 'gone', uri }))
    // A file that is moved here would be an error.
    mkdirSync(`${path}.slower.stale`)
    const slower = new OwnerFile(dataDir, 'slower').take()

    const [first] = (await once(address, 'connection')) as [Socket]
    rmSync(path)
    expect(await quicker.take()).toEqual({ owner: true })
    quicker.publish(uri)
    first.destroy()
    const [second] = (await once(address, 'connection')) as [Socket]
    quicker.release()
    second.destroy()

    expect(await slower).toEqual({ owner: true })
  })

  it('gives another process the address of the first, too', async () => {
    const dataDir = folder()
    const { server } = await open(dataDir)
    const { child, lines, ended } = await write(dataDir, 0, 20)
    child.kill('SIGKILL')
    await ended
    expect(lines[0]).toBe(`uri ${server.uri}`)
  })

  it('has one owner when many open it at once', async () => {
    const dataDir = folder()
    const all = await Promise.all(Array.from({ length: 8 }, () => start({ dataDir })))
    cleanUps.push(() => Promise.all(all.map((each) => each.stop())))
    expect(all.filter(({ owner }) => owner).length).toBe(1)
    expect(new Set(all.map(({ uri }) => uri)).size).toBe(1)
  })

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1, instance: 'x', uri: 'mongodb://127.0.0.1:9/superprinter' }],
    [
      'of a living process that does not have it',
      { pid: process.ppid, instance: 'x', uri: 'mongodb://127.0.0.1:9/superprinter' },
    ],
    ['of an earlier process with our own number, killed while it was starting', { pid: process.pid, instance: 'x' }],
    [
      'of a process that is gone and whose number a living one has',
      { pid: process.ppid, startTime: '1', instance: 'x' },
    ],
    ['that is no owner file at all', 'rubbish'],
  ])('is taken over from a stale owner file %s', { timeout: 10_000 }, async (_, content) => {
    const dataDir = folder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify(content))
    const server = await start({ dataDir })
    cleanUps.push(() => server.stop())
    expect(server.owner).toBe(true)
  })
})
