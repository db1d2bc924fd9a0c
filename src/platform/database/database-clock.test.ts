import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from './database.ts'
import { createDatabaseClock } from './database-clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('the time of the database is that of its answer, however long the process runs and whatever its own clock says', async () => {
  const localTime = new Date('2027-03-01T12:00:00Z')
  const command = async () => {
    vi.advanceTimersByTime(2000)
    return { localTime }
  }
  const connection = { getClient: () => ({ db: () => ({ command }) }) } as unknown as Database['connection']
  const clock = createDatabaseClock({ connection })
  vi.advanceTimersByTime(3_600_000)
  await clock.sync()
  // The answer was a second on its way.
  expect(clock.now()).toEqual(new Date('2027-03-01T12:00:01Z'))
  vi.advanceTimersByTime(5000)
  vi.setSystemTime(0)
  expect(clock.now()).toEqual(new Date('2027-03-01T12:00:06Z'))
})
