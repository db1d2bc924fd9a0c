import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { PasskeySite } from '#modules/admin'
import { AppError } from '#platform/errors/errors'
import { isLoopback } from '#platform/config/loopback'

const MINUTES = 5
const SEALED = /^[\w-]{1,400}$/

/** Browsers make passkeys for a domain over an encrypted connection, and for this machine by its name. */
class NoPasskeysHere extends AppError {
  constructor() {
    const message =
      'Passkeys need an address of the shop that stays: https with a domain (PUBLIC_URL), or http://localhost on this machine.'
    super('conflict', 'NO_PASSKEYS_HERE', message)
  }
}

/** What the routes of passkeys exchange with a browser beside the bodies. */
export interface PasskeyExchange {
  /** Where a passkey of this request belongs. @throws NoPasskeysHere */
  siteOf(request: FastifyRequest): PasskeySite
  /** Gives the challenge to the browser, sealed, in a cookie that scripts cannot read. */
  giveChallenge(reply: FastifyReply, sealed: string): void
  /** Takes it back; null when the browser has none. */
  takeChallenge(request: FastifyRequest, reply: FastifyReply): string | null
}

/** @param publicUrl the shop's origin; if it is null, passkeys work by `localhost` alone */
export function createPasskeyExchange(app: FastifyInstance, publicUrl: string | null): PasskeyExchange {
  const isEncrypted = publicUrl?.startsWith('https:') === true
  const cookie = isEncrypted ? '__Host-passkey' : 'staff_passkey'
  const path = isEncrypted ? '/' : '/api/admin'
  const options = { path, httpOnly: true, sameSite: 'strict', secure: isEncrypted } as const
  const site = publicUrl === null ? null : siteOfUrl(new URL(publicUrl))

  return {
    siteOf({ host }) {
      // A name that was made to resolve to this machine is no `localhost`, and an address in numbers has no passkeys.
      const own = publicUrl === null && URL.canParse(`http://${host}`) ? siteOfUrl(new URL(`http://${host}`)) : site
      if (own === null) throw new NoPasskeysHere()
      return own
    },
    giveChallenge(reply, sealed) {
      reply.setCookie(cookie, sealed, { ...options, maxAge: MINUTES * 60 })
    },
    takeChallenge(request, reply) {
      const sealed = app.parseCookie(request.headers.cookie ?? '')[cookie]
      reply.clearCookie(cookie, options)
      return sealed !== undefined && SEALED.test(sealed) ? sealed : null
    },
  }
}

/** Null where browsers have no passkeys. */
function siteOfUrl({ hostname, origin, protocol }: URL): PasskeySite | null {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return protocol === 'https:' || isLoopback(hostname) ? { rpId: hostname, origins: [origin] } : null
}
