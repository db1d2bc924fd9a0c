import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/time/durations'
import { createSafeStorage } from '../../lib/storage.ts'
import { closeAttempt, openAttempt, renewAttempt } from './checkout-attempt.ts'

const browser = () => createSafeStorage(() => undefined)

describe('the key of an order that is about to be placed', () => {
  test('is the same in every tab of the browser, until the order is placed', () => {
    const storage = browser()
    const key = openAttempt('u1', storage)
    expect(openAttempt('u1', storage)).toBe(key)
    closeAttempt(key, storage)
    expect(openAttempt('u1', storage), 'the same things, bought again').not.toBe(key)
  })

  test('is another one for another customer', () => {
    const storage = browser()
    const key = openAttempt('u1', storage)
    expect(openAttempt('u2', storage)).not.toBe(key)
  })

  test('is another one once the customer knows of the order', () => {
    const storage = browser()
    const first = openAttempt('u1', storage)
    const second = renewAttempt('u1', storage)
    expect(second).not.toBe(first)
    expect(openAttempt('u1', storage)).toBe(second)
    closeAttempt(first, storage)
    expect(openAttempt('u1', storage), 'the first order’s tab leaves it').toBe(second)
  })

  test('stays when the clock is set back meanwhile, and is another one where it was a day ahead', () => {
    const storage = browser()
    const now = Date.now()
    const key = openAttempt('u1', storage, now)
    expect(openAttempt('u1', storage, now - HOUR_MS)).toBe(key)
    expect(openAttempt('u1', storage, now - 24 * HOUR_MS)).not.toBe(key)
  })

  test('is another one the day after', () => {
    const storage = browser()
    const now = Date.now()
    const key = openAttempt('u1', storage, now)
    expect(openAttempt('u1', storage, now + 23 * HOUR_MS)).toBe(key)
    expect(openAttempt('u1', storage, now + 24 * HOUR_MS)).not.toBe(key)
  })

  test.each(['{bad', 'null', '"x"', '[]', '{"userId":"u1","key":"short","madeAt":1}', '{"userId":"u1","key":7}'])(
    'is made anew where %s is stored',
    (text) => {
      const storage = browser()
      storage.setItem('mr-printer-checkout-attempt', text)
      expect(openAttempt('u1', storage)).toMatch(/^[\w-]{16,64}$/)
    },
  )
})
