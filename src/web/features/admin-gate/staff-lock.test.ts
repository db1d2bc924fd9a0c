import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { readUnlockTime, timeLeftMs, UNLOCKED_FOR_MS } from './staff-lock.ts'
import { CHECK_MS, tooManySentence } from './unlock.ts'

describe('the admin gate', () => {
  const now = Date.UTC(2026, 10, 21)

  it('takes a second to check a password', () => {
    expect(CHECK_MS).toBe(1000)
  })

  it('stays open for 24 hours and then locks again', () => {
    expect(UNLOCKED_FOR_MS).toBe(24 * 60 * 60 * 1000)
    expect(timeLeftMs(now, now)).toBe(UNLOCKED_FOR_MS)
    expect(timeLeftMs(now - UNLOCKED_FOR_MS + 1, now)).toBe(1)
    expect(timeLeftMs(now - UNLOCKED_FOR_MS, now)).toBe(0)
  })

  it('is locked without an unlock time, and for one that is yet to come', () => {
    expect(timeLeftMs(null, now)).toBe(0)
    expect(timeLeftMs(now + 1, now)).toBe(0)
  })

  it.each([
    ['"yesterday"', 'yesterday'],
    ['NaN', Number.NaN],
    ['-1', -1],
    ['null', null],
    ['{}', {}],
  ])('takes %s for no unlock time', (_name, stored) => {
    expect(readUnlockTime(stored)).toBeNull()
  })

  it.each([
    ['1', '1 second'],
    ['59', '59 seconds'],
    ['60', '1 minute'],
    ['601', '11 minutes'],
  ])('says after %s seconds of Retry-After to try again in %s', (seconds, wait) => {
    const refused = new ApiError(429, 'Too Many Requests', '', new Headers({ 'retry-after': seconds }))
    expect(tooManySentence(refused)).toBe(`Too many wrong passwords. Try again in ${wait}.`)
  })

  it("repeats the server's sentence when it names no time", () => {
    const body = JSON.stringify({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many tries. Try again in 9 minutes.',
      requestId: 'r',
    })
    expect(tooManySentence(new ApiError(429, '', body))).toBe('Too many tries. Try again in 9 minutes.')
  })
})
