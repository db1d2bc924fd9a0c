import { describe, expect, it } from 'vitest'
import { afterFailure, backoffOf } from './after-failure.ts'
import { DependencyUnavailable, JobCannotSucceed, JobLost } from './jobs.ts'

const now = new Date('2026-03-01T12:00:00Z')
const RULES = { attempts: 3, backoffMs: 1000 }
const first = { attempt: 1, waitingSince: null }
const last = { attempt: 3, waitingSince: null }
const away = new DependencyUnavailable('nobody answers')
const metHoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

describe('a job whose handler failed', () => {
  it.each([
    ['is tried again while it has attempts left', first, new Error('a slip'), 'tried again'],
    ['is not tried again after the last of them', last, new Error('a slip'), 'failed'],
    ['is not tried again when it cannot succeed', first, new JobCannotSucceed('no such mailbox'), 'failed'],
    ['waits for what is away', first, away, 'waits out'],
    ['waits for it also in its last attempt, which does not count', last, away, 'waits out'],
    ['waits for it for almost two days', { ...last, waitingSince: metHoursAgo(47) }, away, 'waits out'],
    ['does not wait any longer than that', { ...first, waitingSince: metHoursAgo(48) }, away, 'failed'],
    ['is left to others when it was lost, also in its last attempt', last, new JobLost('late'), 'lost'],
  ])('%s', (_, job, error, kind) => {
    expect(afterFailure(job, RULES, error, now).kind).toBe(kind)
  })

  it('waits by the outage that it met, and by its own attempts otherwise', () => {
    const waitOf = (job: typeof first | { attempt: number; waitingSince: Date }, error: Error) => {
      const after = afterFailure(job, RULES, error, now)
      return 'waitMs' in after ? after.waitMs : null
    }
    const seconds = 1000
    expect(waitOf(first, away)).toBeLessThanOrEqual(30 * seconds)
    expect(waitOf({ attempt: 1, waitingSince: metHoursAgo(5) }, away)).toBeGreaterThan(3000 * seconds)
    expect(waitOf({ attempt: 2, waitingSince: metHoursAgo(5) }, new Error('a slip'))).toBeLessThanOrEqual(2 * seconds)
  })
})

describe('the wait between two attempts', () => {
  it('doubles every time', () => {
    expect([1, 2, 3, 4].map((attempt) => backoffOf({ backoffMs: 1000 }, attempt, 0))).toEqual([1000, 2000, 4000, 8000])
  })

  it('is shortened at random by at most a half', () => {
    expect(backoffOf({ backoffMs: 1000 }, 3, 1)).toBe(2000)
    for (let draw = 0; draw < 100; draw += 1) {
      const wait = backoffOf({ backoffMs: 1000 }, 3)
      expect(wait).toBeGreaterThanOrEqual(2000)
      expect(wait).toBeLessThanOrEqual(4000)
    }
  })

  it('never exceeds an hour', () => {
    expect(backoffOf({ backoffMs: 60_000 }, 30, 0)).toBe(3_600_000)
  })
})
