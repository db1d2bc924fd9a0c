import mongoose from 'mongoose'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openDatabaseProxy, openStandalone } from '../../testing/database-proxy.ts'
import { patient } from '../../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLogger } from '../log/logger.ts'
import { DatabaseRefused, NoReplicaSet } from './connect.ts'
import { createCounters } from './counters.ts'
import { connectDatabase, type Collection } from './database.ts'
import { defineModel } from './define-model.ts'
import { isDuplicateKey, refusingDuplicates } from './duplicate-key.ts'
import { readAll } from './read-all.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts'

/** The part of the driver that asks for its server, which a test can stop. */
interface Client {
  readonly topology: { readonly s: { readonly servers: ReadonlyMap<string, { readonly monitor: Monitor }> } }
}
interface Monitor {
  readonly monitorId: { stop(): void }
}

interface Shelf {
  _id: number
  pieces: number
  label?: string
}

const shelfModel = defineModel<Shelf>({
  collection: 'shelves',
  indexes: [{ key: { label: 1 }, name: 'label_1', unique: true, sparse: true }],
  fields: () => ({ _id: Number, pieces: { type: Number, required: true }, label: String }),
})

let db: TestDatabase
let shelves: mongoose.Model<Shelf>
let stored: Collection<Shelf>
beforeAll(async () => {
  db = await openTestDatabase()
  shelves = db.database.model(shelfModel)()
  stored = db.database.collection('shelves')
  createCounters(db.database)
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

describe('a transaction', () => {
  it('keeps all of its writes or none, and tells of a commit only', async () => {
    await shelves.create({ _id: 1, pieces: 5 })
    const told: string[] = []
    await expect(
      db.database.transaction(async (tx) => {
        tx.onCommit(() => void told.push('undone'))
        await shelves.updateOne({ _id: 1 }, { $inc: { pieces: -1 } }, { session: tx.session })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await shelves.findById(1).lean()).toMatchObject({ pieces: 5 })

    await db.database.transaction(async (tx) => {
      tx.onCommit(() => void told.push('done'))
      tx.onCommit(() => {
        throw new Error('a listener of the commit failed')
      })
      tx.onCommit(async () => void told.push('done as well'))
      await shelves.updateOne({ _id: 1 }, { $inc: { pieces: -1 } }, { session: tx.session })
    })
    expect(await shelves.findById(1).lean()).toMatchObject({ pieces: 4 })
    expect(told).toEqual(['done', 'done as well'])
  })

  it('tells once of its commit, however often it was tried', async () => {
    let [tries, told] = [0, 0]
    await db.database.transaction(async (tx) => {
      tx.onCommit(() => void (told += 1))
      tries += 1
      if (tries > 2) return
      const conflict = new mongoose.mongo.MongoServerError({ message: 'a write conflict' })
      conflict.addErrorLabel('TransientTransactionError')
      throw conflict
    })
    expect([tries, told]).toEqual([3, 1])
  })

  it('tells of its commit also when that comes after its caller was told that it is lost', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const distant = await connectDatabase(proxy.uri, createLogger('silent'), { lostMs: 300 })
    const rows = distant.collection<Shelf>('shelves')
    let told = 0
    const committing = distant.transaction(async (tx) => {
      tx.onCommit(() => void (told += 1))
      await rows.insertOne({ _id: 3, pieces: 5 }, { session: tx.session })
      proxy.delay(1000)
    })
    await expect(committing).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(told).toBe(0)
    await eventually(() => expect(told).toBe(1))
    expect(await shelves.findById(3).lean()).toMatchObject({ pieces: 5 })
    proxy.delay(0)
    await distant.close()
    proxy.interrupt()
  })

  it('reads where it writes, whatever its address prefers', async () => {
    await shelves.create({ _id: 2, pieces: 5 })
    const uri = new URL(db.uri)
    uri.searchParams.set('readPreference', 'secondaryPreferred')
    const database = await connectDatabase(uri.href, createLogger('silent'))
    const rows = database.collection<Shelf>('shelves')
    await expect(database.transaction(({ session }) => rows.findOne({ _id: 2 }, { session }))).resolves.toEqual({
      _id: 2,
      pieces: 5,
    })
    await database.close()
  })

  it('of 64 buyers at once of 20 products never oversells and never fails', async () => {
    await shelves.insertMany(Array.from({ length: 20 }, (_, index) => ({ _id: 100 + index, pieces: 10 })))
    let refused = 0
    const buy = (first: number) => {
      // Always in the order of their numbers, as every order of the shop takes its stock.
      const wanted = [first % 20, (first * 7 + 3) % 20].sort((a, b) => a - b)
      return db.database.transaction(async (tx) => {
        for (const product of wanted) {
          const taken = await shelves.updateOne(
            { _id: 100 + product, pieces: mongoose.trusted({ $gte: 1 }) },
            { $inc: { pieces: -1 } },
            { session: tx.session },
          )
          if (taken.modifiedCount !== 1) throw new Error('sold out')
        }
      })
    }
    const results = await Promise.allSettled(Array.from({ length: 64 }, (_, buyer) => buy(buyer)))
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ message: 'sold out' })
        refused += 1
      }
    }
    const left = (await shelves.find({ _id: mongoose.trusted({ $gte: 100 }) }).lean()).map(({ pieces }) => pieces)
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
    expect(200 - left.reduce((sum, pieces) => sum + pieces, 0)).toBe((64 - refused) * 2)
    expect(refused).toBe(0)
  })
})

describe('the database', () => {
  it('refuses fields and conditions that no schema knows', async () => {
    await expect(shelves.find({ color: 'cyan' } as never).lean()).rejects.toThrow(/color/)
    await expect(shelves.updateOne({ _id: 1 }, { $set: { color: 'cyan' } } as never)).rejects.toThrow(/color/)
    await expect(shelves.create({ _id: 2, pieces: 1, color: 'cyan' } as never)).rejects.toThrow(/color/)
  })

  it('takes no operator from what a visitor sent', async () => {
    await expect(shelves.find({ pieces: { $ne: null } } as never).lean()).rejects.toThrow()
    await expect(shelves.find({ label: { $regex: '.*' } } as never).lean()).rejects.toThrow()
  })

  it('builds its indexes as often as it is asked', async () => {
    await db.database.buildIndexes()
    const names = (await shelves.collection.indexes()).map(({ name }) => name)
    expect(names).toContain('label_1')
  })

  it('builds the indexes that a model and the driver describe for one collection', async () => {
    db.database.collection<Shelf>('shelves', [{ key: { pieces: 1 }, name: 'pieces' }])
    await db.database.buildIndexes()
    const indexes = await stored.indexes()
    expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(['label_1', 'pieces']))
    expect(indexes.find(({ name }) => name === 'label_1')).toMatchObject({ unique: true, sparse: true })
  })

  it('asks no collection for its indexes again while all that was built is there', async () => {
    await db.database.buildIndexes()
    const createIndexes = vi.spyOn(mongoose.mongo.Collection.prototype, 'createIndexes')
    try {
      await db.database.buildIndexes()
      expect(createIndexes).not.toHaveBeenCalled()
    } finally {
      createIndexes.mockRestore()
    }
  })

  it('builds the indexes of a collection that was dropped, also where rows have made it anew', async () => {
    const racks = db.database.collection<{ name: string }>('racks', [{ key: { name: 1 }, name: 'name' }])
    await db.database.buildIndexes()
    await racks.drop()
    await racks.insertOne({ name: 'Left' })
    await db.database.buildIndexes()
    expect((await racks.indexes()).map(({ name }) => name)).toContain('name')
  })

  it('builds what is wanted anew though the database has as many as before', async () => {
    const other = await connectDatabase(db.uri, createLogger('silent'))
    other.collection('shelves', [{ key: { pieces: -1 }, name: 'most-first' }])
    await db.database.buildIndexes()
    await other.buildIndexes()
    await other.close()
    expect((await stored.indexes()).map(({ name }) => name)).toContain('most-first')
  })

  it('says whether it answers', async () => {
    expect(await db.database.ping()).toBe(true)
    const second = await connectDatabase(db.uri, createLogger('silent'))
    await second.close()
    expect(await second.ping()).toBe(false)
  })

  it('keeps a duplicate key apart from being out of reach', async () => {
    await shelves.create({ _id: 50, pieces: 1 })
    const error = await shelves.create({ _id: 50, pieces: 1 }).catch((reason: unknown) => reason)
    expect(isDuplicateKey(error)).toBe(true)
    const refused = refusingDuplicates(shelves.create({ _id: 50, pieces: 1 }), () => new Error('There is one already.'))
    await expect(refused).rejects.toThrow('There is one already.')
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})

describe('a model', () => {
  const trolleyFields = vi.fn(() => ({ _id: Number, name: { type: String, default: 'new' }, places: {} }))
  const trolleyModel = defineModel<{ _id: number; name?: string; places?: object }>({
    collection: 'trolleys',
    indexes: [{ key: { name: 1 }, name: 'name', unique: true }],
    fields: trolleyFields,
  })

  it('is made when it is first asked for, while its indexes are built without it', async () => {
    const trolleys = db.database.model(trolleyModel)
    await db.database.buildIndexes()
    expect((await db.database.collection('trolleys').indexes()).map(({ name }) => name)).toContain('name')
    expect(trolleyFields).not.toHaveBeenCalled()
    await trolleys().insertMany([{ _id: 1 }])
    expect(await trolleys().findById(1).lean()).toEqual({ _id: 1, name: 'new' })
    expect(db.database.model(trolleyModel)()).toBe(trolleys())
    expect(trolleyFields).toHaveBeenCalledTimes(1)
  })

  it('refuses what it does not know, in documents, changes and conditions', async () => {
    const trolleys = db.database.model(trolleyModel)
    const wrong = { _id: 2, color: 'red' }
    await expect(trolleys().create(wrong)).rejects.toThrow('color')
    await expect(
      trolleys()
        .updateOne({ _id: 1 }, { $set: { color: 'red' } })
        .exec(),
    ).rejects.toThrow('color')
    await expect(trolleys().find(wrong).lean().exec()).rejects.toThrow('color')
  })

  it('is the only one of its collection, so that two cannot contradict each other', () => {
    db.database.model(trolleyModel)()
    const another = db.database.model(
      defineModel<{ _id: number }>({ ...trolleyModel, fields: () => ({ _id: Number }) }),
    )
    expect(another).toThrow(/overwrite/i)
  })
})

describe('a database that goes away', () => {
  it('is said to be out of reach, and serves again when it is back', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const distant = await connectDatabase(proxy.uri, createLogger('silent'), { selectionMs: 300 })
    const read = () => distant.connection.collection('shelves').findOne({})
    const write = () =>
      distant.transaction(({ session }) =>
        distant.connection.collection('shelves').updateOne({}, { $set: { pieces: 1 } }, { session }),
      )
    await read()
    proxy.interrupt()
    const error = await read().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await expect(write()).rejects.toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    expect(await distant.ping()).toBe(false)
    await proxy.restore()
    await eventually(write)
    await distant.close()
    proxy.interrupt()
  })

  it('loses no large write whose connection is reset in its midst, and is said to be out of reach when that goes on', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const distant = await connectDatabase(proxy.uri, createLogger('silent'), { selectionMs: 300 })
    const rows = distant.collection<{ _id: number; text: string }>('large')
    await rows.countDocuments()
    // More than the buffers of both ends take, as a group of an import may be.
    const large = (first: number) =>
      Array.from({ length: 20 }, (_, index) => ({ _id: first + index, text: 'ink '.repeat(250_000) }))
    let attempts = 0
    const write = (first: number) =>
      distant.transaction(async ({ session }) => {
        attempts += 1
        if (attempts === 2) proxy.resetBeyond(null)
        await rows.insertMany(large(first), { session })
      })
    proxy.resetBeyond(1_000_000)
    await write(0)
    expect(attempts).toBe(2)

    proxy.resetBeyond(1_000_000)
    const error: unknown = await rows.insertMany(large(100)).catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
    proxy.resetBeyond(null)
    await eventually(async () => expect(await rows.countDocuments()).toBe(20), { withinMs: patient(10_000) })
    await distant.close()
    proxy.interrupt()
  })

  it('is known to be away within a second, also while connections stay open and silent', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const silent = await connectDatabase(proxy.uri, createLogger('silent'))
    expect(await silent.ping()).toBe(true)
    proxy.freeze()
    const asked = performance.now()
    expect(await Promise.all([silent.ping(), silent.ping()])).toEqual([false, false])
    expect(performance.now() - asked).toBeLessThan(patient(1200))
    proxy.thaw()
    await eventually(async () => expect(await silent.ping()).toBe(true), { withinMs: 10_000, everyMs: 50 })
    await silent.close()
    proxy.interrupt()
  })

  it('holds no connection of those who only ask whether it is there', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const asking = await connectDatabase(proxy.uri, createLogger('silent'))
    const client = asking.connection.getClient()
    let held = 0
    client.on('connectionCheckedOut', () => void (held += 1))
    client.on('connectionCheckedIn', () => void (held -= 1))
    // New connections work, so that the driver has no reason to give the others up.
    proxy.strand()
    expect(await asking.ping()).toBe(false)
    expect(held).toBe(0)
    await eventually(async () => expect(await asking.ping()).toBe(true), { withinMs: patient(10_000), everyMs: 50 })
    await asking.close()
    proxy.interrupt()
  })

  it('is found again by a driver that has stopped asking for it', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    const options = { selectionMs: 500, heartbeatLookMs: 50 }
    const away = await connectDatabase(proxy.uri, createLogger('silent'), options)
    try {
      const rows = away.collection<{ _id: number }>('reconnected')
      const client = away.connection.getClient() as unknown as Client
      for (const { monitor } of client.topology.s.servers.values()) monitor.monitorId.stop()
      proxy.interrupt()
      await eventually(async () => expect(await away.ping()).toBe(false))
      // What is asked meanwhile hears that the database is away, and nothing else.
      const asking = { isOver: false }
      const asked = (async () => {
        const errors: unknown[] = []
        while (!asking.isOver) {
          await rows.countDocuments().catch((error: unknown) => errors.push(error))
          await pause(5)
        }
        return errors
      })()
      await proxy.restore()
      await eventually(async () => expect(await away.ping()).toBe(true), { withinMs: 10_000, everyMs: 50 })
      asking.isOver = true
      expect((await asked).filter((error) => !isDatabaseUnavailable(error))).toEqual([])
      await away.transaction(({ session }) => rows.insertOne({ _id: 1 }, { session }))
      expect(await rows.countDocuments()).toBe(1)
    } finally {
      await away.close()
    }
  })

  it('is given up with a clear error at the start when it was never there', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    proxy.interrupt()
    const error = await connectDatabase(proxy.uri, createLogger('silent'), { waitMs: 0, selectionMs: 200 }).catch(
      (reason: unknown) => reason,
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('is waited for at the start', async () => {
    const proxy = await openDatabaseProxy(db.uri)
    proxy.interrupt()
    let told = 0
    const onAway = async () => {
      told += 1
    }
    const options = { waitMs: 20_000, selectionMs: 200, onAway }
    const connecting = connectDatabase(proxy.uri, createLogger('silent'), options)
    await eventually(() => expect(told).toBe(1))
    await pause(500)
    await proxy.restore()
    const late = await connecting
    expect(told).toBe(1)
    expect(await late.ping()).toBe(true)
    await late.close()
    proxy.interrupt()
  })
})

describe('an address of the database that is none', () => {
  it.each([
    'mongodb://shop:in#k@db/shop',
    'mongodb://db/shop?replicaset=rs0&retries=3',
    'mongodb://db:99999999/shop',
    'mongodb://shop:ink@db/shop?tls=true&tlsCAFile=/nowhere/ca.pem',
  ])('stops the start with one sentence that repeats no password: %s', async (uri) => {
    const error: unknown = await connectDatabase(uri, createLogger('silent'), { selectionMs: 200 }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(DatabaseRefused)
    expect(String(error)).toMatch(/MONGODB_URI: (?!.*in#k)/)
  })
})

it.each([
  ['MongoDB', 18],
  ['Atlas', 8000],
])(
  'a sign-in that %s refuses stops the start with one sentence, which names what is often forgotten',
  async (_, code) => {
    const server = await openStandalone({ code })
    const uri = `${server.uri.replace('//', '//shop:ink@')}/shop?directConnection=true`
    const error: unknown = await connectDatabase(uri, createLogger('silent'), { selectionMs: 2000 }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(DatabaseRefused)
    expect(String(error)).toMatch(/MONGODB_URI: its server refuses the sign-in\. .*authSource=admin\.$/)
    await server.close()
  },
)

it('a name of mongodb+srv that cannot be resolved is a database that is away', async () => {
  const uri = 'mongodb+srv://shop:ink@db.shop.invalid/shop'
  await expect(connectDatabase(uri, createLogger('silent'), { waitMs: 0 })).rejects.toThrow(DatabaseUnavailable)
})

it('a start that waits for its database says so in one line a try, without a stack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'superprinter-log-'))
  const log = await open(join(folder, 'log'), 'w')
  const proxy = await openDatabaseProxy(db.uri)
  proxy.interrupt()
  const options = { selectionMs: 400, waitMs: patient(20_000) }
  const connecting = connectDatabase(proxy.uri, createLogger('info', log.fd), options)
  const said = async () => (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n')
  await eventually(async () => expect((await said()).length).toBeGreaterThanOrEqual(2), { withinMs: patient(10_000) })
  await proxy.restore()
  const connected = await connecting
  for (const line of await said()) {
    expect(JSON.parse(line)).toEqual({
      level: 40,
      time: expect.any(String),
      reason: expect.stringMatching(/^Mongo\w+: .*ECONNREFUSED/),
      msg: 'the database does not answer yet; trying again',
    })
  }
  // What fails later is no attempt any more, and is said with all that is known.
  connected.connection.emit('error', new Error('torn apart'))
  expect((await said()).at(-1)).toMatch(/"stack":.*"msg":"the database connection failed"/)
  await connected.close()
  proxy.interrupt()
  await log.close()
  await rm(folder, { recursive: true })
})

describe('a server that is no replica set', () => {
  it.each(['', '?replicaSet=rs0'])('stops the start with one sentence (%s)', async (query) => {
    const server = await openStandalone()
    await expect(
      connectDatabase(`${server.uri}/${query}`, createLogger('silent'), { selectionMs: 500 }),
    ).rejects.toThrow(NoReplicaSet)
    await server.close()
  })
})

describe('the counters', () => {
  it('give every number once, also to many at once, beginning where they are told to', async () => {
    const counters = createCounters(db.database, { orders: 100_001 })
    const taken = await Promise.all(Array.from({ length: 50 }, () => counters.take('orders')))
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => 100_001 + index))
    expect(await counters.take('products', 10)).toBe(1)
    expect(await counters.take('products')).toBe(11)
  })
})

describe('reading many documents at once', () => {
  it('gives all of them, however many answers they take, and none when there are none', async () => {
    await shelves.insertMany(
      Array.from({ length: 10_050 }, (_, index) => ({ _id: 20_000 + index, pieces: index })),
      { lean: true },
    )
    const found = await readAll<Shelf, Pick<Shelf, '_id' | 'pieces'>>(db.database, stored, {
      filter: { _id: { $gte: 20_000, $lt: 40_000 } },
      projection: { pieces: 1 },
    })
    expect(found).toHaveLength(10_050)
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(10_050)
    expect(await readAll(db.database, stored, { filter: { _id: { $in: [] } } })).toEqual([])
  })

  it('sees what its own transaction wrote, and nobody else does', async () => {
    const filter = { _id: { $in: [50_001] } }
    await db.database.transaction(async (tx) => {
      await shelves.insertMany([{ _id: 50_001, pieces: 1 }], { session: tx.session })
      expect(await readAll(db.database, stored, { filter, tx })).toMatchObject([{ pieces: 1 }])
      expect(await readAll(db.database, stored, { filter })).toEqual([])
    })
  })
})
