import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeStep } from './api-once.ts'
import { soon } from './soon.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NEVER = new Promise<never>(() => {})

test('a look that comes soon is waited for, and leaves nothing behind', async () => {
  await expect(soon(Promise.resolve('running'))).resolves.toBe('running')
  const failure = new TypeError('Failed to fetch')
  await expect(soon(Promise.reject(failure))).rejects.toBe(failure)
  expect(vi.getTimerCount()).toBe(0)
})

test('a look that does not come holds nobody up for another 75 seconds', async () => {
  const looked = vi.fn()
  void soon(NEVER).then(looked)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looked).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('a step of which nothing can be seen has failed as it failed', async () => {
  const failure = new DOMException('', 'TimeoutError')
  const taken = takeStep({ send: () => Promise.reject(failure), read: () => NEVER, isTaken: () => true })
  const caught = vi.fn()
  taken.catch(caught)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(caught).toHaveBeenCalledExactlyOnceWith(failure)
})
