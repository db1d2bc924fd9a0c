import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lookForChanges } from './look-for-changes.ts'

describe('changes that nobody announced', () => {
  let isCutOff: boolean
  let takesMs: number
  let looks: number
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    isCutOff = false
    takesMs = 0
    looks = 0
    stop = lookForChanges({
      isCutOff: () => isCutOff,
      async look() {
        looks += 1
        if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs))
      },
    })
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  async function looksWithin(ms: number): Promise<number> {
    const before = looks
    await vi.advanceTimersByTimeAsync(ms)
    return looks - before
  }

  it('are looked for every minute', async () => {
    expect(await looksWithin(59_000)).toBe(0)
    expect(await looksWithin(2000)).toBe(1)
    expect(await looksWithin(600_000)).toBe(10)
  })

  it('are looked for within a second, and at once, while other processes are not heard', async () => {
    await looksWithin(10_000)
    isCutOff = true
    expect(await looksWithin(1000)).toBeGreaterThan(0)
    expect(await looksWithin(10_000)).toBeGreaterThanOrEqual(10)
    isCutOff = false
    await looksWithin(1000)
    expect(await looksWithin(50_000)).toBe(0)
  })

  it('take a fifth of the time at most then, one look at a time, and never wait longer than usual', async () => {
    isCutOff = true
    takesMs = 1000
    await looksWithin(1500)
    expect(await looksWithin(200_000)).toBeLessThanOrEqual(40)
    takesMs = 30_000
    await looksWithin(60_000)
    expect(await looksWithin(910_000)).toBe(10)
  })

  it('are looked for no more when it has ended', async () => {
    isCutOff = true
    stop()
    expect(await looksWithin(120_000)).toBe(0)
  })
})
