import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../time/durations.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { DependencyUnavailable, JobCannotSucceed } from './jobs.ts'
import { isOutage, outageWaitOf } from './outage.ts'

describe('the wait for something that is away', () => {
  const away = new DependencyUnavailable('away')

  /** In seconds. */
  function firstWaits(error: Error, count: number): (number | null)[] {
    const waits: (number | null)[] = []
    for (let waited = 0; waits.length < count;) {
      const wait = outageWaitOf(error, waited, 0)
      waits.push(wait === null ? null : wait / 1000)
      waited += wait ?? 0
    }
    return waits
  }

  it('doubles from half a minute to an hour', () => {
    expect(firstWaits(away, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  })

  it('begins with a second for the database, which is back when the wait is noted in it', () => {
    const silent = new mongoose.mongo.MongoNetworkError('reset')
    for (const error of [
      silent,
      new DatabaseUnavailable(silent),
      new Error('the mail was not sent', { cause: silent }),
    ])
      expect(firstWaits(error, 6)).toEqual([1, 2, 4, 8, 16, 32])
    expect(firstWaits(silent, 14).slice(-3)).toEqual([2048, 3600, 3600])
  })

  it('is shortened at random by at most a tenth', () => {
    expect(outageWaitOf(away, 0, 1)).toBe(27_000)
  })

  it('begins anew when the clock has been set back since', () => {
    expect(outageWaitOf(away, -HOUR_MS, 0)).toBe(30_000)
  })

  it('ends after two days, with a last try at their end', () => {
    expect(outageWaitOf(away, 48 * HOUR_MS - 1000)).toBe(1000)
    expect(outageWaitOf(away, 48 * HOUR_MS)).toBeNull()
    expect(outageWaitOf(away, 90 * HOUR_MS)).toBeNull()
  })
})

describe('a failure whose cause is outside', () => {
  it.each([
    new DependencyUnavailable('away'),
    new Error('the mail was not sent', { cause: new DependencyUnavailable('away') }),
    new DatabaseUnavailable(new Error('no answer')),
    // A server that thawed has heard of a newer transaction in the meantime.
    new mongoose.mongo.MongoServerError({ message: 'txnNumber 8 is older than 9', code: 225 }),
  ])('is told by what it says: %s', (error) => {
    expect(isOutage(error)).toBe(true)
  })

  it.each([
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EDQUOT',
    'EHOSTUNREACH',
    'EIO',
    'EMFILE',
    'ENETUNREACH',
    'ENFILE',
    'ENOSPC',
    'ENOTFOUND',
    'EPIPE',
    'EROFS',
    'ETIMEDOUT',
  ])('is told by its code %s, however deep it lies', (code) => {
    const cause = Object.assign(new Error('expected by the test'), { code })
    expect(isOutage(cause)).toBe(true)
    expect(isOutage(new Error('the mail was not sent', { cause }))).toBe(true)
  })

  it('is none that a change to the shop alone would end', () => {
    for (const code of ['ENOENT', 'EACCES', 'ERR_INVALID_ARG_TYPE'])
      expect(isOutage(Object.assign(new Error('expected by the test'), { code }))).toBe(false)
  })

  it.each([new TypeError('x is undefined'), new JobCannotSucceed('no such order'), 'text', null, undefined])(
    'is not %s',
    (error) => {
      expect(isOutage(error)).toBe(false)
    },
  )
})
