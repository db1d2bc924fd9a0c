import jwt, { type VerifyOptions } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { IdentityModule, Session, User } from '#modules/identity'
import { AppError } from '#platform/errors/errors'

const ISSUER = 'superprinter'
const AUDIENCE = 'superprinter-shop'
/** How far the clocks of two of the shop's machines may differ. */
const CLOCK_TOLERANCE_SECONDS = 60
const VERIFICATION: Partial<VerifyOptions> = {
  algorithms: ['HS256'],
  allowedIss: ISSUER,
  allowedAud: AUDIENCE,
  requiredClaims: ['exp', 'jti', 'sub'],
  clockTolerance: CLOCK_TOLERANCE_SECONDS * 1000,
  cache: false,
}
/** No issued token is longer, so longer ones are not verified. */
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

/** The same answer for every invalid token, so that it does not reveal what is wrong. */
class Unauthorized extends AppError {
  constructor() {
    super('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  }
}

export interface CustomerAccess {
  /** Creates the bearer token of a session, which is valid as long as the session. */
  issueToken(session: Session): string
  /** The session id in a request's token; null without a valid token. Reads no database. */
  sessionIdOf(request: FastifyRequest): string | null
}

/**
 * Bearer tokens (specification 1, section 6): HS256 only, with issuer, audience, expiry, session and customer. A token
 * is valid as long as its session; a database that does not answer is a 503, never a 401.
 * @param deps.oldSecret the secret before `deps.secret`: what it signed is still valid, and nothing is signed with it
 */
export async function registerCustomerAccess(
  app: FastifyInstance,
  deps: { readonly identity: IdentityModule; readonly secret: string; readonly oldSecret: string | null },
): Promise<CustomerAccess> {
  await app.register(jwt, {
    secret: deps.secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
    verify: VERIFICATION,
  })
  // Verifying without options takes the verifier that the plugin has made; with options it makes one for every token.
  const { oldSecret } = deps
  const ways = [undefined, ...(oldSecret === null ? [] : [{ ...VERIFICATION, key: oldSecret }])]
  app.decorateRequest('customer', null)

  function claimsOf(request: FastifyRequest): { readonly jti: string; readonly sub: string } | null {
    const token = bearerToken(request)
    if (token === null) return null
    for (const options of ways) {
      try {
        const { jti, sub } = app.jwt.verify<{ jti: unknown; sub: unknown }>(token, options)
        return typeof jti === 'string' && typeof sub === 'string' ? { jti, sub } : null
      } catch {
        // Signed with another key, or not valid at all.
      }
    }
    return null
  }

  const requireCustomer: onRequestHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const claims = claimsOf(request)
    const user = claims === null ? null : await deps.identity.findSessionUser(claims.jti, claims.sub)
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

/** The bearer token of a request; null when there is none, or more than one Authorization header. */
function bearerToken(request: FastifyRequest): string | null {
  const headers = request.raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization',
  )
  if (headers.length > 1) return null
  const match = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')
  const token = match?.[1] ?? null
  return token !== null && token.length <= MAX_TOKEN_LENGTH ? token : null
}
