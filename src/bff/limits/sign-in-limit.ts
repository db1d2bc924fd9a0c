import { normalizeIP } from '@fastify/rate-limit'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { createAttemptLimit } from './attempt-limit.ts'
import type { RateCounter } from './rate-counter.ts'

const WINDOW_MS = 15 * 60_000
const FAILURES_PER_ACCOUNT = 10
const FAILURES_PER_ADDRESS = 300
const WRONG_PASSWORD: ReadonlySet<string> = new Set([
  'WRONG_CREDENTIALS',
  'CURRENT_PASSWORD_WRONG',
  'CODE_WRONG',
  'CODE_USED_UP',
  'CODE_EXPIRED',
])

/**
 * Runs an attempt to sign in, or anything else that requires the customer's password.
 * @throws TooManyRequests before `attempt` runs, if there were too many failures for the account or the address
 */
export type SignInLimit = <Result>(
  request: FastifyRequest,
  email: string,
  attempt: () => Promise<Result>,
) => Promise<Result>

/** Failed sign-ins: 10 per account and 300 per address in 15 minutes. */
export function createSignInLimit(counter: RateCounter): SignInLimit {
  const limit = createAttemptLimit({
    counter,
    windowMs: WINDOW_MS,
    isFailure: (error) => error instanceof AppError && WRONG_PASSWORD.has(error.code),
  })
  return (request, email, attempt) => {
    const account = createHash('sha256').update(email).digest('base64url')
    const buckets = [
      { key: `sign-in:account:${account}`, max: FAILURES_PER_ACCOUNT },
      { key: `sign-in:address:${normalizeIP(request.ip)}`, max: FAILURES_PER_ADDRESS },
    ]
    return limit(buckets, attempt)
  }
}
