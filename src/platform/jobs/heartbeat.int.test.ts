import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabaseClock, type DatabaseClock } from '../database/database-clock.ts'
import { connectDatabase, type Database } from '../database/database.ts'
import { createLogger } from '../log/logger.ts'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { createHeartbeat } from './heartbeat.ts'

const logger = createLogger('silent')
let database: Database
let other: Database
let aheadMs = 0

beforeAll(async () => {
  const uri = freshDatabaseUri()
  database = await connectDatabase(uri, logger)
  other = await connectDatabase(uri, logger)
})
afterAll(async () => {
  await database.connection.dropDatabase()
  await other.close()
  await database.close()
})

it('counts the workers that started, not those that stopped or missed their heartbeats', async () => {
  const serverClock = createDatabaseClock(database)
  const clock: DatabaseClock = {
    ...serverClock,
    now: () => new Date(serverClock.now().getTime() + aheadMs),
  }
  const mine = createHeartbeat({ database, clock, logger })
  const theirs = createHeartbeat({ database: other, clock: createDatabaseClock(other), logger })
  expect(await mine.countAlive()).toBe(0)
  mine.start()
  expect(await mine.countAlive()).toBe(1)
  theirs.start()
  await eventually(async () => expect(await mine.countAlive()).toBe(2))
  await theirs.stop()
  expect(await mine.countAlive()).toBe(1)
  aheadMs = 60_000
  expect(await mine.countAlive()).toBe(0)
  await mine.stop()
})

it('counts workers alike on machines whose clocks differ', async () => {
  const worker = createHeartbeat({ database, clock: createDatabaseClock(database), logger })
  worker.start()
  expect(await worker.countAlive()).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    const hoursAhead = createHeartbeat({ database: other, clock: createDatabaseClock(other), logger })
    expect(await hoursAhead.countAlive()).toBe(1)
  } finally {
    vi.useRealTimers()
    await worker.stop()
  }
})
