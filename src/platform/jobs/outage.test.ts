import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/time/durations'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { DependencyUnavailable, JobCannotSucceed } from './jobs.ts'
import { isOutage, outageWaitOf } from './outage.ts'

describe('the wait for something that is away', () => {
  it('doubles from half a minute to an hour', () => {
    const waits: (number | null)[] = []
    for (let waited = 0, tries = 0; tries < 9; tries += 1) {
      const wait = outageWaitOf(waited, 0)
      waits.push(wait === null ? null : wait / 1000)
      waited += wait ?? 0
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  })

  it('is shortened at random by at most a tenth', () => {
    expect(outageWaitOf(0, 1)).toBe(27_000)
  })

  it('begins anew when the clock has been set back since', () => {
    expect(outageWaitOf(-HOUR_MS, 0)).toBe(30_000)
  })

  it('ends after two days, with a last try at their end', () => {
    expect(outageWaitOf(48 * HOUR_MS - 1000)).toBe(1000)
    expect(outageWaitOf(48 * HOUR_MS)).toBeNull()
    expect(outageWaitOf(90 * HOUR_MS)).toBeNull()
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
