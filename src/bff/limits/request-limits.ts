import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#platform/time/durations'
import { homeNetworkOf } from './networks.ts'
import type { Count, RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const GENERAL_WINDOW_MS = 10_000
/** The name of the general limit's counts. */
const GENERAL = 'all'

/** Sign-ups per address in an hour: for the route's `config.rateLimit`. */
export const SIGN_UP_LIMIT = { max: 300, timeWindow: 60 * MINUTE_MS } as const

/** Requests for a sign-in code, per address in an hour: for the route's `config.rateLimit`. */
export const LOGIN_CODE_LIMIT = { max: 30, timeWindow: 60 * MINUTE_MS } as const

/** Requests for a mail about a product, per address in an hour: for the route's `config.rateLimit`. */
export const ALERT_LIMIT = { max: 30, timeWindow: 60 * MINUTE_MS } as const

/** Sign-in codes that are typed, right or wrong, per address in 15 minutes: for the route's `config.rateLimit`. */
export const LOGIN_CODE_TRY_LIMIT = { max: 100, timeWindow: 15 * MINUTE_MS } as const

/** Guests' requests to track an order, per address in 5 minutes: for the route's `config.rateLimit`. */
export const TRACKING_LIMIT = { max: 30, timeWindow: 5 * MINUTE_MS } as const

/** Forms per address in an hour: for the route's `config.rateLimit`. */
export const FORM_LIMIT = { max: 20, timeWindow: 60 * MINUTE_MS } as const

/** Downloads of all that staff found, of each kind, per address in 10 minutes: for the route's `config.rateLimit`. */
export const EXPORT_LIMIT = { max: 30, timeWindow: 10 * MINUTE_MS } as const

/** Pictures and files of pages, which cost little and of which a page has dozens: for the route's `config.rateLimit`. */
export const FILE_LIMIT = { max: 6000, timeWindow: GENERAL_WINDOW_MS } as const

/** Choices of consent per address in an hour, for all people of a large office: for the route's `config.rateLimit`. */
export const CONSENT_LIMIT = { max: 600, timeWindow: 60 * MINUTE_MS } as const

/** Recorded searches and looks at products per address in an hour: for the route's `config.rateLimit`. */
export const VISIT_LIMIT = { max: 6000, timeWindow: 60 * MINUTE_MS } as const

/** Searches without a result that are sent to be counted, per address in an hour: for the route's `config.rateLimit`. */
export const MISS_LIMIT = { max: 120, timeWindow: 60 * MINUTE_MS } as const

/** How often one search without a result counts per address in an hour, so that nobody can fill staff's list alone. */
export const SAME_MISS_LIMIT = { max: 3, timeWindow: 60 * MINUTE_MS } as const

/** Counts a request for the general limit of its address. @throws TooManyRequests */
export type CountRequest = (request: FastifyRequest) => void | Promise<void>

/** For what answers before the limits' own hook; `registerLimits` counts all other requests, in the same counts. */
export function createCountRequest(deps: { readonly counter: RateCounter; readonly requests: number }): CountRequest {
  const refuseMore = ({ current, ttl }: Count) => {
    if (current > deps.requests) throw new TooManyRequests(ttl)
  }
  return (request) => {
    const count = deps.counter.add(`${GENERAL}:${homeNetworkOf(request.ip)}`, GENERAL_WINDOW_MS)
    return count instanceof Promise ? count.then(refuseMore) : refuseMore(count)
  }
}

/**
 * The general limit of requests per address, for every route without a limit of its own or `config.rateLimit: false`.
 * IPv6 addresses count by their /64 network.
 * @param deps.requests per address in 10 seconds
 */
export async function registerLimits(
  app: FastifyInstance,
  deps: { readonly counter: RateCounter; readonly requests: number },
): Promise<void> {
  await app.register(rateLimit, {
    max: deps.requests,
    timeWindow: GENERAL_WINDOW_MS,
    keyGenerator: (request) => homeNetworkOf(request.ip),
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
}

type StoreCallback = (error: Error | null, count?: { current: number; ttl: number }) => void

async function callBack(counting: Promise<Count>, callback: StoreCallback): Promise<void> {
  callback(null, await counting)
}

/**
 * Adapts a counter to the plugin's store interface. The plugin's own Redis store fails requests or does not count them
 * while Redis is unreachable, and it cannot read a count without adding to it, which `attempt-limit.ts` needs.
 */
function storeOf(counter: RateCounter) {
  return class Store {
    private readonly name: string

    constructor(options?: object) {
      this.name = options !== undefined && 'name' in options ? String(options.name) : GENERAL
    }

    incr(key: string, callback: StoreCallback, windowMs: number): void {
      const count = counter.add(`${this.name}:${key}`, windowMs)
      if (count instanceof Promise) void callBack(count, callback)
      else callback(null, count)
    }

    child(options: object): Store {
      const { routeInfo } = options as { readonly routeInfo?: { readonly method?: unknown; readonly url?: string } }
      return new Store({ name: `${String(routeInfo?.method)} ${routeInfo?.url}` })
    }
  }
}
