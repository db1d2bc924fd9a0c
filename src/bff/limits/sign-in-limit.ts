import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors/errors'
import { HOUR_MS, MINUTE_MS } from '#platform/time/durations'
import { withRefusalsNoted } from '../http/security-log.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import type { Attempts } from './attempts.ts'
import { homeNetworkOf, networkBuckets } from './networks.ts'

const WINDOW_MS = 15 * MINUTE_MS
const FAILURES_PER_PAIR = 10
const FAILURES_PER_ADDRESS = 300
const TRIES_PER_ADDRESS = 600
const STRANGERS_FAILURES_PER_ACCOUNT = 50
const WRONG_CODES_PER_ACCOUNT = 20
const WRONG_PASSWORD: ReadonlySet<string> = new Set([
  'WRONG_CREDENTIALS',
  'CURRENT_PASSWORD_WRONG',
  'SIGN_IN_REFUSED',
  'PASSKEY_REFUSED',
])

/**
 * Runs an attempt to sign in, or anything else that requires the password of a customer or of a member of staff.
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
 * signed in to it from where they are. Of the same kind are 20 wrong codes within an hour after the right password of a
 * member of staff: then only places count from where they signed in before.
 * @param whose customers and staff are counted apart, even with the same address
 */
export function createSignInLimit(deps: Attempts, whose: 'customer' | 'staff' = 'customer'): SignInLimit {
  const name = whose === 'staff' ? 'staff-sign-in' : 'sign-in'
  const event = whose === 'staff' ? 'staff.sign-in' : 'sign-in'
  const isWrong = (error: unknown) => error instanceof AppError && WRONG_PASSWORD.has(error.code)
  const limit = createAttemptLimit({ ...deps, isFailure: isWrong })
  return (request, email, attempt) => {
    const account = digestOf(email.trim().toLowerCase())
    const pair = `${account} ${homeNetworkOf(request.ip)}`
    const rules = {
      failures: [
        { key: `${name}-pair:${pair}`, max: FAILURES_PER_PAIR, windowMs: WINDOW_MS },
        ...networkBuckets(`${name}-failures`, request.ip, FAILURES_PER_ADDRESS, WINDOW_MS),
      ],
      tries: networkBuckets(`${name}-tries`, request.ip, TRIES_PER_ADDRESS, WINDOW_MS),
      strangers: { key: `${name}-account:${account}`, max: STRANGERS_FAILURES_PER_ACCOUNT, windowMs: HOUR_MS },
      ...(whose === 'staff' && { near: wrongCodesOf(account) }),
      known: `${name}-known:${digestOf(pair)}`,
    }
    return withRefusalsNoted(
      (outcome, reason) => deps.securityLog(request, `${event}.${outcome}`, { email, reason }),
      isWrong,
      () => limit(rules, () => deps.hashingPlaces(request, attempt)),
    )
  }
}

function wrongCodesOf(account: string) {
  return {
    bucket: { key: `staff-codes:${account}`, max: WRONG_CODES_PER_ACCOUNT, windowMs: HOUR_MS },
    counts: isWrongCode,
  }
}

/** The password was right. */
function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && 'isPasswordRight' in error && error.isPasswordRight === true
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
