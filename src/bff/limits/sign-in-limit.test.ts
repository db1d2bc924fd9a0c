import type { FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors/errors'
import { createMemoryCounter } from './rate-counter.ts'
import { createSignInLimit, type SignInLimit } from './sign-in-limit.ts'

const MINUTE = 60_000
let now: number
let limit: SignInLimit
let staffLimit: SignInLimit
let slowed: string[]
beforeEach(() => {
  now = 0
  slowed = []
  const attempts = {
    counter: createMemoryCounter(() => now),
    slowLine: async (key: string) => void slowed.push(key),
    hashingPlaces: <Result>(_request: FastifyRequest, work: () => Promise<Result>) => work(),
    securityLog: () => {},
  }
  limit = createSignInLimit(attempts)
  staffLimit = createSignInLimit(attempts, 'staff')
})

const from = (ip: string) => ({ ip }) as FastifyRequest
const wrong = () => Promise.reject(new AppError('unauthenticated', 'WRONG_CREDENTIALS', 'Invalid email or password'))
const right = async () => 'in'

/** How many attempts are let through before the first refusal. */
async function lastingFor(attempt: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; ; index += 1) {
    const error: unknown = await attempt(index).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error instanceof AppError && error.kind === 'too-many') return index
  }
}

describe('sign-ins', () => {
  it('are limited per account and address, however the account is written', async () => {
    const spellings = ['ada@example.com', 'ADA@example.com', ' Ada@Example.com ']
    expect(await lastingFor((index) => limit(from('10.0.0.1'), spellings[index % 3] ?? '', wrong))).toBe(10)
    expect(await limit(from('10.0.0.2'), 'ada@example.com', right)).toBe('in')
    expect(await limit(from('10.0.0.1'), 'grace@example.com', right)).toBe('in')
    now = 15 * MINUTE - 1
    await expect(limit(from('10.0.0.1'), 'ada@example.com', right)).rejects.toMatchObject({ kind: 'too-many' })
    now = 15 * MINUTE
    expect(await limit(from('10.0.0.1'), 'ada@example.com', right)).toBe('in')
  })

  it('that fail are limited to 300 per address', async () => {
    expect(await lastingFor((index) => limit(from('10.0.0.1'), `${index}@example.com`, wrong))).toBe(300)
    expect(await limit(from('10.0.0.2'), 'ada@example.com', right)).toBe('in')
  })

  it('that fail are limited to 1,200 in an IPv6 network that somebody rents whole', async () => {
    const network = (index: number) => from(`2001:db8:1:${index.toString(16)}::1`)
    expect(await lastingFor((index) => limit(network(index), `${index}@example.com`, wrong))).toBe(1200)
    expect(await limit(from('2001:db8:2::1'), 'ada@example.com', right)).toBe('in')
  })

  it('are limited to 600 per address, right ones too', async () => {
    expect(await lastingFor(() => limit(from('10.0.0.1'), 'ada@example.com', right))).toBe(600)
    expect(await limit(from('10.0.0.2'), 'ada@example.com', right)).toBe('in')
  })

  it('of strangers are slow for an hour once 50 to an account have failed', async () => {
    for (let index = 0; index < 50; index += 1)
      await expect(limit(from(`10.0.1.${index}`), 'ada@example.com', wrong)).rejects.toThrow()
    expect(slowed).toEqual([])
    now = 60 * MINUTE - 1
    await limit(from('10.0.2.1'), 'ada@example.com', right)
    expect(slowed).toHaveLength(1)
    now = 60 * MINUTE
    await limit(from('10.0.2.2'), 'ada@example.com', right)
    expect(slowed).toHaveLength(1)
  })

  it('of staff are not possible from a new place for an hour after 20 wrong codes', async () => {
    const refusal = new AppError('unauthenticated', 'SIGN_IN_REFUSED', 'The code is not right.')
    const wrongCode = () => Promise.reject(Object.assign(refusal, { isPasswordRight: true }))
    const tried = (index: number) => staffLimit(from(`10.0.1.${index}`), 'ada@example.com', wrongCode)
    expect(await lastingFor(tried)).toBe(20)
    now = 60 * MINUTE - 1
    await expect(staffLimit(from('10.0.2.1'), 'ada@example.com', right)).rejects.toMatchObject({ kind: 'too-many' })
    // A customer with the same address is somebody else.
    expect(await limit(from('10.0.2.1'), 'ada@example.com', right)).toBe('in')
    now = 60 * MINUTE
    expect(await staffLimit(from('10.0.2.1'), 'ada@example.com', right)).toBe('in')
  })

  it('that end for another reason than the password are no failures', async () => {
    const busy = () => Promise.reject(new AppError('unavailable', 'TOO_BUSY', 'Many people are signing in right now.'))
    expect(await lastingFor(() => limit(from('10.0.0.1'), 'ada@example.com', busy))).toBe(600)
  })
})
