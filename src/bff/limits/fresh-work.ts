import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopIsBusy } from '#platform/errors/not-now'
import { homeNetworkOf } from './networks.ts'
import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const WINDOW_MS = 10_000
/** Of the requests that an address may send: 60 renderings and 120 searches of 600. */
const RENDERINGS_SHARE = 0.1
const SEARCHES_SHARE = 0.2
/** However few requests are allowed, a page needs some of them. */
const LEAST = 20

/** How late the event loop may be before the process sends people away. */
export const MAX_LATE_MS = 1000

/** The process has more to do than it can. */
export class UnderPressure extends ShopIsBusy {
  constructor() {
    super(new Error(`the event loop is late by more than ${MAX_LATE_MS} ms`))
  }
}

/**
 * What costs much more than to answer what is kept, counted by address. Routes that can answer what is kept call it
 * before they make something new, and set `config.pressureHandler` to `answersUnderPressure`.
 */
export interface FreshWork {
  /**
   * Counts one more page that the server renders for the caller's address.
   * @returns false once the address has had all that it may have: answer it with the page's bare shell, which the browser
   * fills and which costs the server next to nothing
   * @throws UnderPressure
   */
  mayRender(request: FastifyRequest): Promise<boolean>
  /** Counts a search, or a list that is put together anew. @throws TooManyRequests, UnderPressure */
  countSearch(request: FastifyRequest): Promise<void>
  /** Lets the caller go on while the process keeps up. @throws UnderPressure when it does not */
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
  const renderings = Math.max(LEAST, Math.floor(deps.requests * RENDERINGS_SHARE))
  const searches = Math.max(LEAST, Math.floor(deps.requests * SEARCHES_SHARE))

  function refuseUnderPressure(): void {
    if (app.isUnderPressure()) throw new UnderPressure()
  }

  /** `work` is stored: processes of an earlier version may count under the same name at the same time. */
  const count = (request: FastifyRequest, work: string) =>
    deps.counter.add(`fresh-${work}:${homeNetworkOf(request.ip)}`, WINDOW_MS)

  return {
    refuseUnderPressure,
    async mayRender(request) {
      refuseUnderPressure()
      return (await count(request, 'drawing')).current <= renderings
    },
    async countSearch(request) {
      refuseUnderPressure()
      const { current, ttl } = await count(request, 'search')
      if (current > searches) throw new TooManyRequests(ttl)
    },
  }
}
