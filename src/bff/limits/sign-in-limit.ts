import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { withRefusalsNoted, type SecurityLog } from '../http/security-log.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import type { HashingPlaces } from './hashing-places.ts'
import { homeNetworkOf, networkBuckets } from './networks.ts'
import type { RateCounter } from './rate-counter.ts'
import type { SlowLine } from './slow-line.ts'

const WINDOW_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
const FAILURES_PER_PAIR = 10
const FAILURES_PER_ADDRESS = 300
const TRIES_PER_ADDRESS = 600
const STRANGERS_FAILURES_PER_ACCOUNT = 50
const WRONG_PASSWORD: ReadonlySet<string> = new Set(['WRONG_CREDENTIALS', 'CURRENT_PASSWORD_WRONG'])

/**
 * Runs an attempt to sign in, or anything else that requires the customer's password.
 * @throws TooManyRequests before `attempt` runs
 */
export type SignInLimit = <Result>(
  request: FastifyRequest,
  email: string,
  attempt: () => Promise<Result>,
) => Promise<Result>

/**
 * Per address, in 15 minutes: 10 failed sign-ins to one account, 300 to all accounts together, and 600 sign-ins that fail
 * or not. Nobody is locked out of an account by others: after 50 failures within an hour only those wait who never
 * signed in to it from where they are.
 */
export function createSignInLimit(deps: {
  readonly counter: RateCounter
  readonly slowLine: SlowLine
  readonly hashingPlaces: HashingPlaces
  readonly securityLog: SecurityLog
}): SignInLimit {
  const isWrong = (error: unknown) => error instanceof AppError && WRONG_PASSWORD.has(error.code)
  const limit = createAttemptLimit({ ...deps, isFailure: isWrong })
  return (request, email, attempt) => {
    const account = digestOf(email.trim().toLowerCase())
    const pair = `${account} ${homeNetworkOf(request.ip)}`
    const rules = {
      failures: [
        { key: `sign-in-pair:${pair}`, max: FAILURES_PER_PAIR, windowMs: WINDOW_MS },
        ...networkBuckets('sign-in-failures', request.ip, FAILURES_PER_ADDRESS, WINDOW_MS),
      ],
      tries: networkBuckets('sign-in-tries', request.ip, TRIES_PER_ADDRESS, WINDOW_MS),
      strangers: { key: `sign-in-account:${account}`, max: STRANGERS_FAILURES_PER_ACCOUNT, windowMs: HOUR_MS },
      known: `sign-in-known:${digestOf(pair)}`,
    }
    return withRefusalsNoted(
      (outcome, reason) => deps.securityLog(request, `sign-in.${outcome}`, { email, reason }),
      isWrong,
      () => limit(rules, () => deps.hashingPlaces(request, attempt)),
    )
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
