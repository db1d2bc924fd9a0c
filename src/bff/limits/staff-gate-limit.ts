import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { inWords } from './request-limits.ts'
import type { RateCounter } from './rate-counter.ts'

const WINDOW_MS = 15 * 60_000
const WRONG_PASSWORDS = 10
const NOTED_ONCE_IN_MS = 60_000

class TooManyPasswords extends AppError {
  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    super('too-many', 'TOO_MANY_REQUESTS', `Too many tries. Try again in ${inWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    })
  }
}

/**
 * 10 wrong staff passwords per address in 15 minutes (design, section 6). Tries under way count as wrong until they are
 * through, so that a hundred at once are no way around it.
 * @param noteBlocked writes down that an address was turned away, at most once a minute per address
 */
export function createStaffGateLimit(counter: RateCounter, noteBlocked: (address: string) => Promise<void>) {
  const underWay = new Map<string, number>()

  /** @throws TooManyPasswords before `attempt` runs */
  return async function guard<Result>(request: FastifyRequest, attempt: () => Promise<Result>): Promise<Result> {
    const key = `staff-gate:${normalizeIP(request.ip)}`
    const failed = await counter.read(key)
    const trying = underWay.get(key) ?? 0
    if (failed.current + trying >= WRONG_PASSWORDS) {
      const noted = await counter.add(`${key}:noted`, NOTED_ONCE_IN_MS)
      if (noted.current === 1) await noteBlocked(request.ip)
      throw new TooManyPasswords(failed.ttl > 0 ? failed.ttl : 1000)
    }
    underWay.set(key, trying + 1)
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unauthenticated') await counter.add(key, WINDOW_MS)
      throw error
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    }
  }
}
