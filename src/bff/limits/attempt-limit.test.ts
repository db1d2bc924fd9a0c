import { beforeEach, describe, expect, it } from 'vitest'
import { createAttemptLimit, type AttemptLimit, type AttemptRules } from './attempt-limit.ts'
import { createMemoryCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const MINUTE = 60_000
const WRONG = new Error('wrong password')
const fail = () => Promise.reject(WRONG)
const succeed = async () => 'in'

let now: number
let slowed: string[]
let isLineFull: boolean
let limit: AttemptLimit
beforeEach(() => {
  now = 0
  slowed = []
  isLineFull = false
  limit = createAttemptLimit({
    counter: createMemoryCounter(() => now),
    async slowLine(key) {
      if (isLineFull) throw new TooManyRequests(6000)
      slowed.push(key)
    },
    isFailure: (error) => error === WRONG,
  })
})

const bucket = (key: string, max: number) => ({ key, max, windowMs: MINUTE })
const rules = (changes: Partial<AttemptRules> = {}): AttemptRules => ({
  failures: [bucket('account:ada', 3)],
  tries: [],
  strangers: bucket('strangers:ada', 1000),
  known: 'known:ada here',
  ...changes,
})
const failTimes = async (times: number, with_: AttemptRules) => {
  for (let time = 0; time < times; time += 1) await expect(limit(with_, fail)).rejects.toBe(WRONG)
}

describe('a limit of failed attempts', () => {
  it('refuses every attempt after too many failures, and says when to try again', async () => {
    await failTimes(3, rules())
    now = 20_000
    await expect(limit(rules(), succeed)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 40,
      message: 'Too many tries. Try again in 40 seconds.',
    })
    now = 60_000
    await expect(limit(rules(), succeed)).resolves.toBe('in')
  })

  it('does not count successes and other errors', async () => {
    for (let time = 0; time < 10; time += 1) await limit(rules(), succeed)
    for (let time = 0; time < 10; time += 1)
      await expect(limit(rules(), () => Promise.reject(new Error('no database')))).rejects.toThrowError('no database')
    await expect(limit(rules(), succeed)).resolves.toBe('in')
  })

  it('does not run more attempts at once than may fail', async () => {
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => limit(rules(), fail)))
    expect(results.filter((result) => result.status === 'rejected' && result.reason === WRONG)).toHaveLength(3)
  })

  it('counts a failure in every bucket, and refuses when one of them is full', async () => {
    const address = bucket('address:here', 5)
    for (let time = 0; time < 5; time += 1)
      await failTimes(1, rules({ failures: [bucket(`account:${time}`, 3), address] }))
    const other = rules({ failures: [bucket('account:other', 3), address] })
    await expect(limit(other, succeed)).rejects.toMatchObject({ kind: 'too-many' })
    await expect(limit(rules({ failures: [bucket('account:other', 3)] }), succeed)).resolves.toBe('in')
  })

  it('does not fill the other buckets by attempts that it refuses', async () => {
    const address = bucket('address:here', 5)
    const blocked = rules({ failures: [bucket('account:ada', 3), address] })
    await failTimes(3, blocked)
    for (let time = 0; time < 20; time += 1) await expect(limit(blocked, fail)).rejects.toBeInstanceOf(TooManyRequests)
    await expect(limit(rules({ failures: [bucket('account:eve', 3), address] }), succeed)).resolves.toBe('in')
  })

  it('reports a refusal before it throws', async () => {
    let blocked = 0
    const reporting = rules({ onBlocked: async () => void (blocked += 1) })
    await failTimes(3, reporting)
    expect(blocked).toBe(0)
    await expect(limit(reporting, fail)).rejects.toMatchObject({ kind: 'too-many' })
    expect(blocked).toBe(1)
  })
})

it('a limit of all attempts counts the successful ones, too', async () => {
  const counted = rules({ tries: [bucket('tries:here', 5)] })
  for (let time = 0; time < 5; time += 1) await limit(counted, succeed)
  await expect(limit(counted, succeed)).rejects.toMatchObject({ retryAfterSeconds: 60 })
})

describe('too many failures of strangers', () => {
  const from = (place: number | string) =>
    rules({
      failures: [bucket(`pair:ada ${place}`, 3)],
      strangers: bucket('strangers:ada', 5),
      known: `known:ada ${place}`,
    })

  it('let strangers wait, and nobody who succeeded from the same place before', async () => {
    await limit(from('home'), succeed)
    for (let place = 0; place < 5; place += 1) await failTimes(1, from(place))
    expect(slowed).toEqual([])
    await expect(limit(from('phone'), succeed)).resolves.toBe('in')
    expect(slowed).toEqual(['slow-strangers:ada'])
    await expect(limit(from('home'), succeed)).resolves.toBe('in')
    await expect(limit(from('phone'), succeed)).resolves.toBe('in')
    expect(slowed).toHaveLength(1)
  })

  it('are counted before they happen, so that many at once wait, too', async () => {
    await Promise.allSettled(Array.from({ length: 50 }, (_, place) => limit(from(place), fail)))
    expect(slowed).toHaveLength(45)
  })

  it('refuse for some seconds when too many wait, and count nothing for it', async () => {
    for (let place = 0; place < 5; place += 1) await failTimes(1, from(place))
    isLineFull = true
    for (let time = 0; time < 10; time += 1)
      await expect(limit(from('phone'), succeed)).rejects.toMatchObject({ retryAfterSeconds: 6 })
    isLineFull = false
    await expect(limit(from('phone'), succeed)).resolves.toBe('in')
  })

  it('do not slow who succeeds every 20 days, however long ago the first success was', async () => {
    for (const day of [0, 20]) {
      now = day * 86_400_000
      await limit(from('home'), succeed)
    }
    now += 20 * 86_400_000
    for (let place = 0; place < 5; place += 1) await failTimes(1, from(place))
    await limit(from('home'), succeed)
    expect(slowed).toEqual([])
  })

  it('are not those of who is known', async () => {
    await limit(from('home'), succeed)
    await failTimes(3, from('home'))
    for (let place = 0; place < 5; place += 1) await failTimes(1, from(place))
    expect(slowed).toEqual([])
  })

  it('are not fewer because somebody who is known gets in', async () => {
    await limit(from('home'), succeed)
    for (let place = 0; place < 5; place += 1) await failTimes(1, from(place))
    await limit(from('home'), succeed)
    await limit(from('phone'), succeed)
    expect(slowed).toHaveLength(1)
  })
})

describe('too many failures that are nearly a success', () => {
  const NEARLY = new Error('wrong code')
  const failNearly = () => Promise.reject(NEARLY)
  const from = (place: number | string) =>
    rules({
      failures: [bucket(`pair:ada ${place}`, 10)],
      near: { bucket: bucket('codes:ada', 3), counts: (error) => error === NEARLY },
      known: `known:ada ${place}`,
    })
  const failNearlyFrom = async (...places: readonly (number | string)[]) => {
    for (const place of places) await expect(limit(from(place), failNearly)).rejects.toBe(NEARLY)
  }

  it('let nobody on but those who succeeded before from where they are', async () => {
    await limit(from('home'), succeed)
    await failNearlyFrom(1, 2, 3)
    now = 20_000
    await expect(limit(from('phone'), succeed)).rejects.toMatchObject({ retryAfterSeconds: 40 })
    await expect(limit(from('home'), succeed)).resolves.toBe('in')
    now = MINUTE
    await expect(limit(from('phone'), succeed)).resolves.toBe('in')
  })

  it('are no others, and no successes', async () => {
    for (let place = 0; place < 10; place += 1) await failTimes(1, from(place))
    for (let place = 10; place < 20; place += 1) await limit(from(place), succeed)
    await expect(limit(from('phone'), succeed)).resolves.toBe('in')
  })

  it('are not fewer because somebody who is known gets in or fails', async () => {
    await limit(from('home'), succeed)
    await failNearlyFrom(1, 2, 3)
    await limit(from('home'), succeed)
    await failTimes(1, from('home'))
    await failNearlyFrom('home')
    await expect(limit(from('phone'), succeed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})
