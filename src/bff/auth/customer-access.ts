import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { IdentityModule, Session, User } from '#modules/identity'
import { AppError } from '#platform/errors'

const ISSUER = 'superprinter'
const AUDIENCE = 'superprinter-shop'
/** Two of the shop's machines may disagree by so much about the time. */
const CLOCK_TOLERANCE_SECONDS = 60
/** Longer than any token of ours; not worth a look. */
const MAX_TOKEN_LENGTH = 2048

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in customer on routes with access `customer`; null elsewhere. */
    customer: User | null
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { jti: string; sub: string; exp?: number }
    user: { jti: string; sub: string }
  }
}

/** Every doubt about a token gives this one answer, so that nothing can be learned from it. */
class Unauthorized extends AppError {
  constructor() {
    super('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  }
}

export interface Auth {
  /** The bearer token of a session; it dies with the session, at the latest when the session expires. */
  issueToken(session: Session): string
  /** The id of the session that a request's token names; null without a valid token. Reads no database. */
  sessionIdOf(request: FastifyRequest): string | null
}

/**
 * Bearer tokens (specification 1, section 6): HS256 only, with issuer, audience, expiry, session and customer. A token
 * counts while its session lives; a database that does not answer is a 503, never a 401.
 */
export async function registerAuth(
  app: FastifyInstance,
  deps: { readonly identity: IdentityModule; readonly secret: string },
): Promise<Auth> {
  await app.register(jwt, {
    secret: deps.secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['exp', 'jti', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS * 1000,
      cache: false,
    },
  })
  app.decorateRequest('customer', null)

  function claimsOf(request: FastifyRequest): { readonly jti: string; readonly sub: string } | null {
    const token = bearerToken(request)
    if (token === null) return null
    try {
      const { jti, sub } = app.jwt.verify<{ jti: unknown; sub: unknown }>(token)
      return typeof jti === 'string' && typeof sub === 'string' ? { jti, sub } : null
    } catch {
      return null
    }
  }

  const requireCustomer: onRequestHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const claims = claimsOf(request)
    const user = claims === null ? null : await deps.identity.findSessionUser(claims.jti)
    if (user === null || user.id !== claims?.sub) throw new Unauthorized()
    request.customer = user
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'customer') return
    route.onRequest = [route.onRequest ?? [], requireCustomer].flat()
    route.schema = { security: [{ bearer: [] }], ...route.schema }
  })

  return {
    issueToken: (session) =>
      app.jwt.sign({ jti: session.id, sub: session.userId, exp: Math.floor(session.expiresAt.getTime() / 1000) }),
    sessionIdOf: (request) => claimsOf(request)?.jti ?? null,
  }
}

/** The customer of a route with access `customer`. */
export function customerOf(request: FastifyRequest): User {
  if (request.customer === null) throw new Unauthorized()
  return request.customer
}

/** The one bearer token of a request; null when there is none, more than one, or something else. */
function bearerToken(request: FastifyRequest): string | null {
  const sent = request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization')
  if (sent.length > 1) return null
  const match = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')
  const token = match?.[1] ?? null
  return token !== null && token.length <= MAX_TOKEN_LENGTH ? token : null
}
