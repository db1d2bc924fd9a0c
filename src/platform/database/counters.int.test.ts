import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { createCounters, NumbersMoved, type Counters } from './counters.ts'
import { connectDatabase, type Database } from './database.ts'

let database: Database

beforeAll(async () => {
  database = await connectDatabase(freshDatabaseUri(), createLogger('silent'))
})
afterAll(async () => {
  await database.connection.dropDatabase()
  await database.close()
})

describe('numbers that are taken inside transactions', () => {
  it('have no gaps and are nobody else’s, also when many begin at once and some fail', async () => {
    const counters = createCounters(database, { invoices: 101 })
    await database.buildIndexes()
    const rows = database.collection<{ _id: number; value: number }>('rows')
    await rows.insertMany(Array.from({ length: 20 }, (_, index) => ({ _id: index, value: 0 })))
    const take = (index: number) =>
      database.transaction(async (tx) => {
        await rows.findOne({ _id: index }, { session: tx.session })
        const number = await counters.take('invoices', 1, tx)
        await rows.updateOne({ _id: index }, { $set: { value: number } }, { session: tx.session })
        if (index % 5 === 4) throw new Error('not this one')
        return number
      })
    const taken = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => take(index)))
    const numbers = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => 101 + index))
  })
})

describe('numbers that are prepared for a transaction', () => {
  const stored = () => database.collection<{ _id: string; name: string; by: string }>('numbered')
  const valueOf = async (name: string) =>
    (await database.collection<{ _id: string; value: number }>('counters').findOne({ _id: name }))?.value

  /** Stores a document under the next number, as orders are placed. */
  async function store(counters: Counters, name: string, by: string, fails = false): Promise<number> {
    const numbering = counters.prepare(name, 1)
    try {
      return await database.transaction(async (tx) => {
        const first = await numbering.first
        numbering.keep(tx)
        tx.writeAtEnd(stored(), [{ insert: { _id: `${name} ${first}`, name, by } }])
        if (fails) throw new Error('not this one')
        return first
      })
    } catch (error) {
      if (error instanceof NumbersMoved) return store(counters, name, by, fails)
      throw error
    }
  }

  it('are free for the next where nothing was stored, once a process has taken the latest ones twice', async () => {
    const counters = createCounters(database, { alone: 11 })
    const numbers = [await store(counters, 'alone', 'a'), await store(counters, 'alone', 'a')]
    for (let times = 0; times < 3; times += 1) {
      await expect(store(counters, 'alone', 'a', true)).rejects.toThrow('not this one')
      numbers.push(await store(counters, 'alone', 'a'))
    }
    expect(numbers).toEqual([11, 12, 13, 14, 15])
    expect(await valueOf('alone')).toBe(15)
  })

  it('are nobody else’s where several processes take them in turn, at once, and some fail', async () => {
    const processes = ['a', 'b', 'c'].map((by) => ({ by, counters: createCounters(database) }))
    const [first] = processes
    for (let count = 0; count < 3; count += 1) await store(first?.counters as Counters, 'shared', 'a')
    const all = await Promise.all(
      processes.map(async ({ by, counters }) => {
        const own: number[] = []
        for (let count = 0; count < 12; count += 1) {
          if (count % 4 === 3) await store(counters, 'shared', by, true).catch(() => {})
          else own.push(await store(counters, 'shared', by))
        }
        return own
      }),
    )
    const numbers = all.flat()
    expect(new Set(numbers).size).toBe(27)
    expect(await stored().countDocuments({ name: 'shared' })).toBe(30)
    expect(await valueOf('shared')).toBeGreaterThanOrEqual(Math.max(...numbers))
  })

  it('stay with the transaction that stored them, whichever of two that had the same ones comes first', async () => {
    const counters = createCounters(database)
    await store(counters, 'twice', 'a')
    await store(counters, 'twice', 'a')
    const both = [counters.prepare('twice', 2), counters.prepare('twice', 1)] as const
    const keep = (which: 0 | 1) => database.transaction(async (tx) => both[which].keep(tx))
    const kept = await Promise.allSettled([keep(0), keep(1)])
    expect(kept.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = kept.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(refused).toBeInstanceOf(NumbersMoved)
    const value = await valueOf('twice')
    expect(value).toBe(kept[0].status === 'fulfilled' ? 4 : 3)
    expect(await store(counters, 'twice', 'a')).toBe(Number(value) + 1)
  })
})
