import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { createAttemptLimit } from './attempt-limit.ts'
import type { RateCounter } from './rate-counter.ts'

const WINDOW_MS = 15 * 60_000
const WRONG_PASSWORDS = 10
const REPORT_INTERVAL_MS = 60_000

/** Runs an attempt with the staff password. @throws TooManyRequests before `attempt` runs */
export type StaffSignInLimit = <Result>(request: FastifyRequest, attempt: () => Promise<Result>) => Promise<Result>

/**
 * 10 wrong staff passwords per address in 15 minutes.
 * @param reportBlocked called when an address is blocked, at most once a minute per address
 */
export function createStaffSignInLimit(
  counter: RateCounter,
  reportBlocked: (address: string) => Promise<void>,
): StaffSignInLimit {
  const limit = createAttemptLimit({
    counter,
    windowMs: WINDOW_MS,
    isFailure: (error) => error instanceof AppError && error.kind === 'unauthenticated',
  })
  return (request, attempt) => {
    const key = `staff-gate:${normalizeIP(request.ip)}`
    return limit([{ key, max: WRONG_PASSWORDS }], attempt, async () => {
      const reported = await counter.add(`${key}:noted`, REPORT_INTERVAL_MS)
      if (reported.current === 1) await reportBlocked(request.ip)
    })
  }
}
