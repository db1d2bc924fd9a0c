import { describe, expect, it } from 'vitest'
import { backoffOf } from './run-job.ts'

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
