import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { homeNetworkOf } from './networks.ts'
import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const WINDOW_MS = 10_000
/** Of the requests that an address may send: 60 drawings and 120 searches of 600. */
const DRAWINGS_SHARE = 0.1
const SEARCHES_SHARE = 0.2
/** However few requests are allowed, a page needs some of them. */
const LEAST = 20

/**
 * What costs much more than to answer what is kept, counted by address. Routes that can answer what is kept call it
 * before they make something new, and set `config.pressureHandler` to `answersUnderPressure`.
 */
export interface FreshWork {
  /** Counts a drawing. Whether the address has any left; the bare shell costs next to nothing. @throws AppError */
  mayDraw(request: FastifyRequest): Promise<boolean>
  /** Counts a search, or a list that is put together anew. @throws TooManyRequests, AppError */
  countSearch(request: FastifyRequest): Promise<void>
  /** @throws AppError (unavailable) while the process has more to do than it can */
  refuseUnderPressure(): void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    pressureHandler?: () => void
  }
}

/** For `config.pressureHandler` of a route that answers what is kept, or next to nothing, however busy the process is. */
export const answersUnderPressure = () => undefined

/**
 * @param deps.requests that an address may send in 10 seconds
 */
export function createFreshWork(
  app: Pick<FastifyInstance, 'isUnderPressure'>,
  deps: { readonly counter: RateCounter; readonly requests: number },
): FreshWork {
  const drawings = Math.max(LEAST, Math.floor(deps.requests * DRAWINGS_SHARE))
  const searches = Math.max(LEAST, Math.floor(deps.requests * SEARCHES_SHARE))

  function refuseUnderPressure(): void {
    if (app.isUnderPressure())
      throw new AppError('unavailable', 'UNAVAILABLE', 'The shop is very busy right now. Please try again in a moment.')
  }

  const count = (request: FastifyRequest, work: string) =>
    deps.counter.add(`fresh-${work}:${homeNetworkOf(request.ip)}`, WINDOW_MS)

  return {
    refuseUnderPressure,
    async mayDraw(request) {
      refuseUnderPressure()
      return (await count(request, 'drawing')).current <= drawings
    },
    async countSearch(request) {
      refuseUnderPressure()
      const { current, ttl } = await count(request, 'search')
      if (current > searches) throw new TooManyRequests(ttl)
    },
  }
}
