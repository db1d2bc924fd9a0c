import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { createLogger } from '../log/logger.ts'
import { createWhenReachable } from './when-reachable.ts'

const away = () => new DatabaseUnavailable(new Error('nobody answers'))

describe('a job that asks the database', () => {
  function aProcess({ askAgainMs = 1 } = {}) {
    const logger = createLogger('silent')
    const warn = vi.spyOn(logger, 'warn')
    const stopping = new AbortController()
    /** Called for each wait, which the end of the process may cut short. */
    const begunWaits = vi.spyOn(stopping.signal, 'addEventListener')
    const whenReachable = createWhenReachable({ stopping: stopping.signal, logger, askAgainMs })
    return { whenReachable, stopping, warn, begunWaits }
  }
  /** A question that is answered the time after so many failures. */
  function answeredAfter(failures: number, error: () => Error = away) {
    return vi.fn(async () => {
      if (failures-- > 0) throw error()
      return 'an answer'
    })
  }

  it('gets the answer at once when it can be reached, and nothing is said', async () => {
    const { whenReachable, warn, begunWaits } = aProcess()
    expect(await whenReachable('a-job', answeredAfter(0))).toBe('an answer')
    expect([warn.mock.calls.length, begunWaits.mock.calls.length]).toEqual([0, 0])
  })

  it('asks again after each wait until it is answered, and says once that it waits', async () => {
    const { whenReachable, warn } = aProcess({ askAgainMs: 20 })
    const ask = answeredAfter(3)
    const begun = performance.now()
    expect(await whenReachable('a-job', ask)).toBe('an answer')
    // A timer may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(3 * 19)
    expect(ask).toHaveBeenCalledTimes(4)
    const entry = { err: expect.any(DatabaseUnavailable), jobId: 'a-job' }
    expect(warn).toHaveBeenCalledExactlyOnceWith(entry, 'a job waits for the database')
  })

  it('shares each wait with all others, and each of them is named in the log', async () => {
    const { whenReachable, warn, begunWaits } = aProcess({ askAgainMs: 5 })
    const asked = [answeredAfter(2), answeredAfter(2), answeredAfter(1)]
    await Promise.all(asked.map((ask, number) => whenReachable(`job ${number}`, ask)))
    expect(asked.map((ask) => ask.mock.calls.length)).toEqual([3, 3, 2])
    expect(begunWaits).toHaveBeenCalledTimes(2)
    expect(warn.mock.calls.map(([entry]) => (entry as { jobId?: unknown }).jobId)).toEqual(['job 0', 'job 1', 'job 2'])
  })

  it('gets any other error at once', async () => {
    const { whenReachable, warn } = aProcess()
    const ask = answeredAfter(1, () => new TypeError('a slip'))
    await expect(whenReachable('a-job', ask)).rejects.toThrow('a slip')
    expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([1, 0])
  })

  it('waits no longer when the process stops, and not at all after that', async () => {
    const { whenReachable, stopping, warn, begunWaits } = aProcess({ askAgainMs: 3_600_000 })
    const ask = answeredAfter(Infinity)
    const answered = whenReachable('a-job', ask)
    await vi.waitFor(() => expect(begunWaits).toHaveBeenCalledOnce())
    stopping.abort()
    await expect(answered).rejects.toThrow(/abort/i)
    await expect(whenReachable('another', answeredAfter(1))).rejects.toThrow(DatabaseUnavailable)
    expect([ask.mock.calls.length, warn.mock.calls.length, begunWaits.mock.calls.length]).toEqual([1, 1, 1])
  })
})
