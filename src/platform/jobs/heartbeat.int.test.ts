import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import { connectDatabase, type Database } from '../database/database.ts'
import { createLogger } from '../logger.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { createHeartbeat } from './heartbeat.ts'

const logger = createLogger('silent')
let database: Database
let other: Database
let aheadMs = 0
const clock: Clock = { now: () => new Date(Date.now() + aheadMs) }

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
  const mine = createHeartbeat({ database, clock, logger })
  const theirs = createHeartbeat({ database: other, clock, logger })
  expect(await mine.countAlive()).toBe(0)
  await mine.start()
  await theirs.start()
  expect(await mine.countAlive()).toBe(2)
  await theirs.stop()
  expect(await mine.countAlive()).toBe(1)
  aheadMs = 60_000
  expect(await mine.countAlive()).toBe(0)
  await mine.stop()
})
