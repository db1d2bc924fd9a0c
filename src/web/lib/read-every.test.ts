import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { readEvery } from './read-every.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [new TypeError('Failed to fetch'), true],
  [new ApiError(503, 'Service Unavailable', ''), true],
  [new ApiError(429, 'Too Many Requests', ''), true],
  [new ApiError(404, 'Not Found', ''), false],
  [new ApiError(401, 'Unauthorized', ''), false],
])('what is read again and again is read on after %s: %s', (error, isReadOn) => {
  const { shouldRetryOnError } = readEvery(500)
  expect(typeof shouldRetryOnError === 'function' && shouldRetryOnError(error)).toBe(isReadOn)
})

test('it is read on 5 seconds later, as the same try', () => {
  const read = vi.fn<() => Promise<boolean>>(async () => true)
  const again = { retryCount: 1, dedupe: true }
  readEvery(500).onErrorRetry?.(new TypeError('Failed to fetch'), '/api/admin/queues', {} as never, read, again)
  vi.advanceTimersByTime(4999)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(read).toHaveBeenCalledExactlyOnceWith(again)
})

test('what is read once is asked for again by a press', () => {
  expect(readEvery(0)).toEqual({})
})
