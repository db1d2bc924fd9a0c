import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryCounter } from './rate-counter.ts'
import { createSlowLine, type SlowLine } from './slow-line.ts'

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

describe('who is slowed down', () => {
  let slowLine: SlowLine
  beforeEach(() => {
    vi.useFakeTimers()
    slowLine = createSlowLine(createMemoryCounter())
  })
  afterEach(() => vi.useRealTimers())

  it('waits for the turn: one in two seconds', async () => {
    const began = Date.now()
    const turns = Array.from({ length: 3 }, () => slowLine('slow:ada').then(() => Date.now() - began))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.all(turns)).toEqual([0, 2000, 4000])
  })

  it('is told to come back when three are waiting, and others are not concerned', async () => {
    const turns = Array.from({ length: 3 }, () => slowLine('slow:ada'))
    await expect(slowLine('slow:ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 6 })
    await slowLine('slow:grace')
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all(turns)
    await slowLine('slow:ada')
  })

  it('waits no longer than a request may take, when other processes take all turns', async () => {
    const counter = createMemoryCounter()
    const busy = createSlowLine({ ...counter, take: () => ({ key: 'slow:ada', ttl: 2000 }) })
    const refused = expect(busy('slow:ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await vi.advanceTimersByTimeAsync(9000)
    await refused
  })
})
