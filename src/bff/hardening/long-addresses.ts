import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpRefusal } from '../http/http-refusal.ts'

/** The longest address of the shop's own pages and calls has a few hundred characters. */
export const MAX_ADDRESS_LENGTH = 2048

const refused = new WeakSet<IncomingMessage>()

/**
 * Replaces an address that is too long before the router, the query parser or anything else reads it: its length is what
 * makes reading expensive. For Fastify's `rewriteUrl`; `refuseLongAddresses` then answers 414.
 */
export function shortenAddress(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (url.length <= MAX_ADDRESS_LENGTH) return url
  refused.add(request)
  return url.startsWith('/api/') ? '/api/' : '/'
}

/** Answers 414 to every request whose address `shortenAddress` has replaced. */
export function refuseLongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!refused.has(raw)) return done()
    done(
      new HttpRefusal(
        414,
        'ADDRESS_TOO_LONG',
        `This address is too long. Use one of at most ${MAX_ADDRESS_LENGTH.toLocaleString('en-US')} characters.`,
      ),
    )
  })
}
