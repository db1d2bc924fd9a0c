import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Logger } from '#platform/log/logger'
import { createRetries } from './retries.ts'

/** Work that fails so many times, and each time is tried again later, as what reads the catalog does. */
function failing(times: number) {
  const warnings: unknown[] = []
  const retries = createRetries({ warn: ({ err }: { err: unknown }) => void warnings.push(err) } as unknown as Logger)
  const triedAt: number[] = []
  async function attempt(): Promise<void> {
    triedAt.push(Date.now())
    if (triedAt.length > times) return retries.succeeded()
    retries.tryLater(attempt)
    throw new Error(`away ${triedAt.length}`)
  }
  const pauses = () => triedAt.map((at, index) => at - (triedAt[index - 1] ?? at)).slice(1)
  return { retries, attempt, pauses, triedAt, warnings }
}

describe('what failed to be read', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is tried a second later, then each time twice as late, and never later than a minute', async () => {
    const { attempt, pauses } = failing(9)
    await attempt().catch(() => {})
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(pauses()).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('is tried soon again once something was read', async () => {
    const { attempt, pauses, triedAt, retries } = failing(4)
    await attempt().catch(() => {})
    await vi.advanceTimersByTimeAsync(4000)
    expect(pauses()).toEqual([1000, 2000])
    // Another read got through; the attempt that waits already keeps its time.
    retries.succeeded()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(pauses()).toEqual([1000, 2000, 4000, 1000])
    expect(triedAt).toHaveLength(5)
  })

  it('is said in the log each time that it fails again, and ends in silence', async () => {
    const { attempt, warnings } = failing(3)
    await attempt().catch(() => {})
    expect(warnings).toEqual([])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(warnings.map(String)).toEqual(['Error: away 2', 'Error: away 3'])
  })

  it('is neither tried nor said any more when the catalog is closed, also what waited by then', async () => {
    const { attempt, triedAt, warnings, retries } = failing(9)
    await attempt().catch(() => {})
    retries.close()
    retries.warnBehind(new Error('away'))
    retries.tryLater(attempt)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(triedAt).toHaveLength(1)
    expect(warnings).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of attempts on their way when the catalog is closed nothing is said', async () => {
    const { retries, warnings } = failing(0)
    let fail: (error: Error) => void = () => {}
    retries.tryLater(() => new Promise((_resolve, reject) => (fail = reject)))
    await vi.advanceTimersByTimeAsync(1000)
    retries.close()
    fail(new Error('closed'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(warnings).toEqual([])
  })
})

it('keeps no process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const { retries } = failing(0)
  retries.tryLater(async () => {})
  expect(timers()).toBe(before)
  retries.close()
})
