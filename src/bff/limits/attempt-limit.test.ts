import { beforeEach, describe, expect, it } from 'vitest'
import { createAttemptLimit, type AttemptLimit } from './attempt-limit.ts'
import { createMemoryCounter } from './rate-counter.ts'

const WRONG = new Error('wrong password')
const fail = () => Promise.reject(WRONG)
const succeed = async () => 'in'

describe('a limit of failed attempts', () => {
  let now: number
  let limit: AttemptLimit
  beforeEach(() => {
    now = 0
    limit = createAttemptLimit({
      counter: createMemoryCounter(() => now),
      windowMs: 60_000,
      isFailure: (error) => error === WRONG,
    })
  })

  const account = { key: 'account', max: 3 }
  const address = { key: 'address', max: 5 }

  it('refuses every attempt after too many failures, and says when to try again', async () => {
    for (let time = 0; time < 3; time += 1) await expect(limit([account], fail)).rejects.toBe(WRONG)
    now = 20_000
    await expect(limit([account], succeed)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 40,
      message: 'Too many tries. Try again in 40 seconds.',
    })
    now = 60_000
    await expect(limit([account], succeed)).resolves.toBe('in')
  })

  it('does not count successes and other errors', async () => {
    for (let time = 0; time < 10; time += 1) await limit([account], succeed)
    for (let time = 0; time < 10; time += 1)
      await expect(limit([account], () => Promise.reject(new Error('no database')))).rejects.toThrowError('no database')
    await expect(limit([account], succeed)).resolves.toBe('in')
  })

  it('does not run more attempts at once than may fail', async () => {
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => limit([account], fail)))
    expect(results.filter((result) => result.status === 'rejected' && result.reason === WRONG)).toHaveLength(3)
  })

  it('counts a failure in every bucket, and refuses when one of them is full', async () => {
    for (let time = 0; time < 5; time += 1)
      await expect(limit([{ key: `account ${time}`, max: 3 }, address], fail)).rejects.toBe(WRONG)
    await expect(limit([{ key: 'account 9', max: 3 }, address], succeed)).rejects.toMatchObject({ kind: 'too-many' })
    await expect(limit([{ key: 'account 9', max: 3 }], succeed)).resolves.toBe('in')
  })

  it('reports a refusal before it throws', async () => {
    let blocked = 0
    const onBlocked = async () => void (blocked += 1)
    for (let time = 0; time < 3; time += 1) await expect(limit([account], fail, onBlocked)).rejects.toBe(WRONG)
    expect(blocked).toBe(0)
    await expect(limit([account], fail, onBlocked)).rejects.toMatchObject({ kind: 'too-many' })
    expect(blocked).toBe(1)
  })
})
