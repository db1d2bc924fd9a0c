import type { FastifyInstance } from 'fastify'
import { SCREENS } from '#contracts/screens'

/** Addresses that programs know of every site, and where the shop has what stands there. */
const REDIRECTS = {
  // Password managers lead there whoever has to change a password.
  '/.well-known/change-password': { to: `${SCREENS.account.path}?tab=settings`, status: 302 },
  // Where it was before RFC 9116.
  '/security.txt': { to: '/.well-known/security.txt', status: 301 },
} as const

/** Redirects from addresses that programs know to those of the shop. */
export function wellKnownRedirectRoutes(app: FastifyInstance): void {
  for (const [path, { to, status }] of Object.entries(REDIRECTS))
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').redirect(to, status),
    )
}
