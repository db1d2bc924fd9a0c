import type { Collection } from 'mongodb'
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Disk } from '../src/disk.ts'
import { decode, encode } from '../src/bson-bytes.ts'
import { Entry, EntryCache } from '../src/entry.ts'
import { Sessions } from '../src/sessions.ts'
import { Store } from '../src/store.ts'
import { temporaryFolder, useServer } from './fixture.ts'

interface Row {
  readonly _id: number
  readonly group: number
  readonly count?: number
  readonly text: string
}

/** A cache that holds ten of these documents, and a file that is opened again all the time. */
const fixture = useServer({ cacheBytes: 4096 })
const client = () => fixture.client
const collection = () => fixture.collection() as unknown as Collection<Row>

const text = (seed: number): string => `${seed} `.repeat(120)
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ _id: i, group: i % 10, text: text(i) }))

describe('documents that memory does not keep', () => {
  it('are read, sorted, counted and changed as if it did', async () => {
    const things = collection()
    await things.createIndex({ group: 1 })
    await things.insertMany(rows(500))
    expect(await things.find({ group: 3 }).sort({ _id: 1 }).toArray()).toEqual(
      rows(500).filter(({ group }) => group === 3),
    )
    expect(await things.countDocuments({ text: text(77) })).toBe(1)
    await things.updateMany({ group: 3 }, { $set: { group: 30 } })
    expect(await things.countDocuments({ group: 3 })).toBe(0)
    expect((await things.find({ group: 30 }).sort({ _id: -1 }).limit(2).toArray()).map(({ _id }) => _id)).toEqual([
      493, 483,
    ])
    await things.deleteMany({ group: 30 })
    expect(await things.countDocuments()).toBe(450)
    expect(
      (await things.aggregate([{ $group: { _id: '$group', n: { $sum: 1 } } }]).toArray()).every(({ n }) => n === 50),
    ).toBe(true)
  })

  it('stay what they were for a transaction that has begun to read, however they change', async () => {
    const things = collection()
    await things.insertMany(rows(200))
    await client().withSession(async (session) => {
      session.startTransaction()
      expect(await things.countDocuments({}, { session })).toBe(200)
      await things.updateMany({}, { $set: { text: 'other' } })
      await things.deleteMany({ group: 4 })
      await things.insertOne({ _id: 1000, group: 1, text: 'new' })
      expect(await things.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual(rows(200))
      await session.abortTransaction()
    })
    expect(await things.countDocuments({ text: 'other' })).toBe(180)
  })

  it('are all there, once each, for a cursor that goes on while they change', async () => {
    const things = collection()
    await things.insertMany(rows(300))
    const cursor = things.find().batchSize(20)
    const seen: unknown[] = []
    for await (const { _id } of cursor) {
      seen.push(_id)
      await things.updateOne({ _id: (Number(_id) + 150) % 300 }, { $set: { text: `changed ${Number(_id)}` } })
    }
    expect(seen).toEqual(rows(300).map(({ _id }) => _id))
  })

  it('answer a cursor with an error, not with something else, when their collection is dropped', async () => {
    const things = collection()
    await things.insertMany(rows(300))
    const cursor = things.find().batchSize(20)
    await cursor.next()
    await things.drop()
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 })
  })

  it('lose no change to many writers and readers at once', async () => {
    const things = collection()
    await things.insertMany(Array.from({ length: 60 }, (_, i) => ({ _id: i, group: 0, count: 0, text: text(i) })))
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let i = 0; i < 60; i++) {
          await things.updateOne({ _id: (i * 7 + worker) % 60 }, { $inc: { count: 1 } })
          if (i % 5 === 0)
            await client().withSession((session) =>
              session.withTransaction(async () => {
                await things.updateOne({ _id: worker }, { $inc: { count: 1 } }, { session })
                await things.updateOne({ _id: worker + 20 }, { $inc: { count: -1 } }, { session })
              }),
            )
          if (i % 3 === 0) expect((await things.findOne({ _id: i }))!.text).toBe(text(i))
        }
      }),
    )
    const [sum] = await things.aggregate([{ $group: { _id: null, count: { $sum: '$count' } } }]).toArray()
    expect(sum!['count']).toBe(1200)
  })
})

it('a document that was replaced before the disk had it stays what it was for those who still read it', () => {
  const cache = new EntryCache(0)
  const read = () => encode({ _id: 1, n: 2 })
  const storage = { cache, read, readTransient: read }
  const replaced = new Entry(0, encode({ _id: 1, n: 1 }))
  replaced.replace()
  replaced.markStored(storage)
  new Entry(1, encode({ _id: 2 })).markStored(storage)
  expect(decode(replaced.bytes)).toEqual({ _id: 1, n: 1 })
})

/** A disk with the sessions over it; `happens` takes place while its file is closed to be opened again. */
async function whileReopening(happens: (sessions: Sessions) => void) {
  const dataDir = temporaryFolder()
  const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
  disk.open()
  const sessions = new Sessions(new Store(disk, 1024))
  const encoded = encode({ ok: 1 })
  const write = async (session: string) => {
    const run = async ({ save }: { save(): void }) => (save(), encoded)
    await sessions.once(session, 1, run, () => encoded)
    await disk.durable()
  }
  await write('before')
  const reopen = disk.reopen.bind(disk)
  let noteReopening = () => {}
  const reopening = new Promise<void>((resolve) => (noteReopening = resolve))
  const writtenMeanwhile: string[] = []
  for (const method of ['write', 'writeRecord', 'writeCollection'] as const) {
    const original = disk[method].bind(disk) as (...args: unknown[]) => void
    disk[method] = (...args: unknown[]) => {
      if (!disk.isUsable) writtenMeanwhile.push(method)
      original(...args)
    }
  }
  disk.reopen = async () => {
    const reopened = reopen()
    await Promise.resolve()
    expect(disk.isUsable).toBe(false)
    happens(sessions)
    noteReopening()
    await reopened
  }
  disk.writeCollection(1, { name: 'x'.repeat(5000) })
  await disk.durable()
  await reopening
  await disk.ready()
  await write('after')
  const stored = [...disk.records()].map(({ session }) => session)
  const { failure } = disk
  await disk.close()
  rmSync(dataDir, { recursive: true })
  return { failure, stored, writtenMeanwhile }
}

describe('a file that is being opened again', () => {
  it.each<[string, (sessions: Sessions) => void]>([
    ['sessions are swept', (sessions) => sessions.sweep(performance.now() + 31 * 60_000)],
    ['sessions end', (sessions) => sessions.end(['before', 'unknown'])],
    ['a connection closes', (sessions) => sessions.connectionClosed({})],
  ])('takes no harm when %s', async (_what, happens) => {
    const { failure, stored, writtenMeanwhile } = await whileReopening(happens)
    expect(writtenMeanwhile).toEqual([])
    expect(failure).toBeUndefined()
    expect(stored).toContain('after')
  })

  it('is waited for by a write whose lock came free, by sessions that end and by connections that close', async () => {
    const things = collection()
    const total = 60
    await things.insertMany(rows(total))
    const isOver = { value: false }
    const read = async () => {
      while (!isOver.value) await things.find().toArray()
    }
    const readers = [read(), read()]
    for (let round = 0; round < 20; round += 1) {
      const other = await fixture.connect({ maxPoolSize: 1 })
      const session = other.startSession()
      session.startTransaction()
      const theirs = other.db().collection<Row>(things.collectionName)
      await theirs.updateOne({ _id: round }, { $set: { group: 1000 } }, { session })
      const waiting = things.updateOne({ _id: round }, { $inc: { count: 1 } })
      await other.close(true)
      expect(await waiting).toMatchObject({ modifiedCount: 1 })
    }
    isOver.value = true
    await Promise.all(readers)
    expect(await things.countDocuments({ count: 1 })).toBe(20)
    expect(await things.countDocuments({ group: 1000 })).toBe(0)
    expect(await things.countDocuments()).toBe(total)
  })
})
