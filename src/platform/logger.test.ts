import { describe, expect, it } from 'vitest'
import { createTimestamp } from './logger.ts'

describe('the time of a line in the log', () => {
  it('is written with its milliseconds, within a second, across seconds, and when the clock is set back', () => {
    let now = 0
    const timestamp = createTimestamp(() => now)
    const start = Date.UTC(2026, 11, 31, 23, 59, 58, 990)
    for (const after of [0, 1, 9, 10, 11, 1009, 1010, 2500, 60_000, 60_001, 100, 9]) {
      now = start + after
      expect(timestamp()).toBe(`,"time":"${new Date(now).toISOString()}"`)
    }
  })
})
