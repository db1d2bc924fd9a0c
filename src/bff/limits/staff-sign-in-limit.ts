import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors/errors'
import { HOUR_MS, MINUTE_MS } from '#platform/time/durations'
import { withRefusalsNoted } from '../http/security-log.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import type { Attempts } from './attempts.ts'
import { homeNetworkOf, networkBuckets } from './networks.ts'

const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PASSWORDS = 10
const TRIES = 300
const STRANGERS_WRONG_PASSWORDS = 50
const REPORT_INTERVAL_MS = 60_000

/** Runs an attempt with the staff password. @throws TooManyRequests before `attempt` runs */
export type StaffSignInLimit = <Result>(request: FastifyRequest, attempt: () => Promise<Result>) => Promise<Result>

/**
 * Per address, in 15 minutes: 10 wrong staff passwords, and 300 tries with whatever password. After 50 wrong ones within
 * an hour from wherever, those wait who never opened the gate from where they are.
 * @param reportBlocked called when an address is blocked, at most once a minute per address
 */
export function createStaffSignInLimit(
  deps: Attempts,
  reportBlocked: (request: FastifyRequest) => Promise<void>,
): StaffSignInLimit {
  const { counter, hashingPlaces } = deps
  const isWrong = (error: unknown) => error instanceof AppError && error.kind === 'unauthenticated'
  const limit = createAttemptLimit({ ...deps, isFailure: isWrong })
  return (request, attempt) => {
    const network = homeNetworkOf(request.ip)
    const rules = {
      failures: networkBuckets('staff-gate-failures', request.ip, WRONG_PASSWORDS, WINDOW_MS),
      tries: networkBuckets('staff-gate-tries', request.ip, TRIES, WINDOW_MS),
      strangers: { key: 'staff-gate-all:', max: STRANGERS_WRONG_PASSWORDS, windowMs: HOUR_MS },
      known: `staff-gate-known:${network}`,
      onBlocked: async () => {
        const reported = await counter.add(`staff-gate-reported:${network}`, REPORT_INTERVAL_MS)
        if (reported.current === 1) await reportBlocked(request)
      },
    }
    return withRefusalsNoted(
      (outcome, reason) => deps.securityLog(request, `staff.sign-in.${outcome}`, { reason }),
      isWrong,
      () => limit(rules, () => hashingPlaces(request, attempt)),
    )
  }
}
