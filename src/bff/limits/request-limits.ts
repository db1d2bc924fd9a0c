import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import type { Count, RateCounter } from './rate-counter.ts'

const MINUTE = 60_000
const GENERAL_WINDOW_MS = 10_000
const SIGN_IN_WINDOW_MS = 15 * MINUTE
const FAILED_SIGN_INS_PER_ACCOUNT = 10
const FAILED_SIGN_INS_PER_ADDRESS = 300
const WRONG_PASSWORD: ReadonlySet<string> = new Set(['WRONG_CREDENTIALS', 'CURRENT_PASSWORD_WRONG'])

/** Sign-ups per address in an hour (design section 6, "Limits"): for the route's `config.rateLimit`. */
export const SIGN_UP_LIMIT = { max: 300, timeWindow: 60 * MINUTE } as const

/** Guests' questions for an order per address in 5 minutes: for the route's `config.rateLimit`. */
export const TRACKING_LIMIT = { max: 30, timeWindow: 5 * MINUTE } as const

/** Forms per address in an hour (design section 6, "Limits"): for the route's `config.rateLimit`. */
export const FORM_LIMIT = { max: 20, timeWindow: 60 * MINUTE } as const

/** New links to confirm an address, per customer in an hour, wherever they ask from: for the route's `config.rateLimit`. */
export const PROOF_LIMIT = {
  max: 5,
  timeWindow: 60 * MINUTE,
  hook: 'preHandler',
  keyGenerator: (request: FastifyRequest) => `customer:${request.customer?.id ?? normalizeIP(request.ip)}`,
} as const

class TooManyRequests extends AppError {
  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    super('too-many', 'TOO_MANY_REQUESTS', `Too many tries. Try again in ${inWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    })
  }
}

export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} minutes`
}

/**
 * The general limit of requests per address, for every route that does not say `config.rateLimit: false` or has one of
 * its own. Addresses of IPv6 count by their /64 network.
 * @param deps.requests per address in 10 seconds
 */
export async function registerLimits(
  app: FastifyInstance,
  deps: { readonly counter: RateCounter; readonly requests: number },
): Promise<void> {
  await app.register(rateLimit, {
    max: deps.requests,
    timeWindow: GENERAL_WINDOW_MS,
    store: storeOf(deps.counter),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
    errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(ttl),
  })
  app.addHook('onClose', () => deps.counter.close())
}

type StoreCallback = (error: Error | null, count?: { current: number; ttl: number }) => void

async function answerLater(counting: Promise<Count>, callback: StoreCallback): Promise<void> {
  callback(null, await counting)
}

/** The limiter's idea of a store, over our counter. */
function storeOf(counter: RateCounter) {
  return class Store {
    private readonly name: string

    constructor(options?: object) {
      this.name = options !== undefined && 'name' in options ? String(options.name) : 'all'
    }

    incr(key: string, callback: StoreCallback, windowMs: number): void {
      const count = counter.add(`${this.name}:${key}`, windowMs)
      if (count instanceof Promise) void answerLater(count, callback)
      else callback(null, count)
    }

    child(options: object): Store {
      const { routeInfo } = options as { readonly routeInfo?: { readonly method?: unknown; readonly url?: string } }
      return new Store({ name: `${String(routeInfo?.method)} ${routeInfo?.url}` })
    }
  }
}

export interface SignInLimit {
  /**
   * Runs a try to sign in, or anything else that needs the password, and counts it when the password was wrong. Tries
   * that are under way count as failed until they are through, so that a hundred at once are not a way around the limit.
   * @throws TooManyRequests before `attempt` runs, when the account or the address has failed too often
   */
  guard<Result>(request: FastifyRequest, email: string, attempt: () => Promise<Result>): Promise<Result>
}

/** Failed sign-ins: 10 per account and 300 per address in 15 minutes; who signs in rightly is never slowed. */
export function createSignInLimit(counter: RateCounter): SignInLimit {
  const underWay = new Map<string, number>()

  async function check(key: string, max: number): Promise<void> {
    const failed: Count = await counter.read(key)
    if (failed.current + (underWay.get(key) ?? 0) >= max) throw new TooManyRequests(failed.ttl > 0 ? failed.ttl : 1000)
  }

  return {
    async guard(request, email, attempt) {
      const account = `sign-in:account:${createHash('sha256').update(email).digest('base64url')}`
      const address = `sign-in:address:${normalizeIP(request.ip)}`
      await check(account, FAILED_SIGN_INS_PER_ACCOUNT)
      await check(address, FAILED_SIGN_INS_PER_ADDRESS)
      for (const key of [account, address]) underWay.set(key, (underWay.get(key) ?? 0) + 1)
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof AppError && WRONG_PASSWORD.has(error.code)) {
          await counter.add(account, SIGN_IN_WINDOW_MS)
          await counter.add(address, SIGN_IN_WINDOW_MS)
        }
        throw error
      } finally {
        for (const key of [account, address]) {
          const left = (underWay.get(key) ?? 1) - 1
          if (left === 0) underWay.delete(key)
          else underWay.set(key, left)
        }
      }
    },
  }
}
