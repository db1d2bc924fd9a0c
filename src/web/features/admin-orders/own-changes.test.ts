import { afterEach, expect, test, vi } from 'vitest'
import { isOwnChange, rememberOwnChange } from './own-changes.ts'

afterEach(() => void vi.useRealTimers())

test('an order counts as changed from this page for a while, also when the clock is set back meanwhile', () => {
  vi.useFakeTimers()
  expect(isOwnChange(1)).toBe(false)
  rememberOwnChange(1)
  expect(isOwnChange(1)).toBe(true)
  expect(isOwnChange(2)).toBe(false)
  vi.advanceTimersByTime(20_000)
  vi.setSystemTime(Date.now() - 60_000)
  expect(isOwnChange(1)).toBe(false)
})
