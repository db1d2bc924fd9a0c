import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/time/clock'
import { DAY_MS } from '#platform/time/durations'

/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

/** `/.well-known/security.txt`: where people who found a security problem report it (RFC 9116). */
export function securityTextRoutes(
  app: FastifyInstance,
  deps: {
    /** An email address or an address of https. */
    readonly contact: string
    readonly clock: Clock
    originOf(request: FastifyRequest): string
  },
): void {
  const { contact, clock, originOf } = deps
  const path = '/.well-known/security.txt'

  app.get(path, { schema: { hide: true } }, (request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS)
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${originOf(request)}${path}`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'))
  })
}
