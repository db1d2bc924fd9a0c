import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/logger'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { createCounters } from './counters.ts'
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
