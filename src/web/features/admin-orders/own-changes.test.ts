import { afterEach, expect, test, vi } from 'vitest'
import { isOwnChange, rememberOwnChange } from './own-changes.ts'

/** Orders of this file alone: what a page remembers stays for the other files of the process. */
const [OWN, OTHER] = [910_001, 910_002]

afterEach(() => void vi.useRealTimers())

test('an order counts as changed from this page for a while, also when the clock is set back meanwhile', () => {
  vi.useFakeTimers()
  expect(isOwnChange(OWN)).toBe(false)
  rememberOwnChange(OWN)
  expect(isOwnChange(OWN)).toBe(true)
  expect(isOwnChange(OTHER)).toBe(false)
  vi.advanceTimersByTime(20_000)
  vi.setSystemTime(Date.now() - 60_000)
  expect(isOwnChange(OWN)).toBe(false)
})
