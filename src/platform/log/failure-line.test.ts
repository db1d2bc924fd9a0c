import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Database } from '../database/database.ts'
import { createDailyJobs } from '../jobs/daily-jobs.ts'
import { createHeartbeat } from '../jobs/heartbeat.ts'
import type { Logger } from './logger.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const warn = vi.fn()
const deps = {
  logger: { warn } as unknown as Logger,
  database: {
    collection: () => ({ updateOne: async () => {}, deleteOne: async () => {}, find: async function* () {} }),
  } as unknown as Database,
}

it.each([
  ['the heartbeat', (clock: DatabaseClock) => createHeartbeat({ ...deps, clock })],
  [
    'what repeats daily',
    (clock: DatabaseClock) =>
      createDailyJobs({
        ...deps,
        clock,
        lookMs: 10_000,
        registered: new Map(),
        enqueue: async () => '',
        isUnderWay: async () => false,
      }),
  ],
])(
  '%s is tried all night while the database is away, and the log says so once, and once more in the next night',
  async (_, create) => {
    warn.mockClear()
    const night = new Error('the database is away')
    let isAway = true
    const sync = vi.fn(async () => {
      if (isAway) throw night
    })
    const work = create({ sync, now: () => new Date() } as unknown as DatabaseClock)
    await work.start()
    await vi.advanceTimersByTimeAsync(8 * 3_600_000)
    expect(sync.mock.calls.length).toBeGreaterThan(1000)
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: night }, expect.stringContaining('it is tried again'))
    isAway = false
    await vi.advanceTimersByTimeAsync(60_000)
    isAway = true
    await vi.advanceTimersByTimeAsync(8 * 3_600_000)
    expect(warn).toHaveBeenCalledTimes(2)
    await work.stop()
  },
)
