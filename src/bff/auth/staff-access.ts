import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { isIP } from 'node:net'
import { mayDo, ROLE_LABELS, STAFF_PERMISSIONS, type StaffPermission } from '#contracts/staff-roles'
import type { Actor, AdminModule, StaffSession } from '#modules/admin'
import { AppError } from '#platform/errors/errors'
import { isLoopback } from '#platform/config/loopback'
import { hostNameOf } from '../http/local-request.ts'
import { permissionOf } from './access.ts'

const TOKEN = /^staff_[\w-]{43}$/
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The open session on routes of staff; null elsewhere. */
    staff: StaffSession | null
  }
}

export class NoStaffSession extends AppError {
  constructor() {
    super('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  }
}

/** The role of a member of staff has no permission for this call. */
class NotAllowed extends AppError {
  constructor(role: StaffSession['person']['role'], permission: StaffPermission) {
    const message = `The role "${ROLE_LABELS[role].name}" may not ${STAFF_PERMISSIONS[permission]}. Ask the owner of the shop for another role.`
    super('forbidden', 'ROLE_NOT_ALLOWED', message, { details: { role, permission } })
  }
}

/** A page of another site tried to use a staff session. */
class BadOrigin extends AppError {
  constructor() {
    super('forbidden', 'BAD_ORIGIN', 'This request does not come from the shop’s own pages.')
  }
}

export interface StaffAccess {
  /** The token of a request, from bearer header or cookie; null when there is none. @throws BadOrigin */
  tokenOf(request: FastifyRequest): string | null
  /** Whether a browser sent the request. It gets the token as a cookie alone, for a page must not be able to read it. */
  isBrowser(request: FastifyRequest): boolean
  /** Sets the token as a cookie that scripts cannot read. */
  setCookie(reply: FastifyReply, token: string, expiresAt: Date): void
  clearCookie(reply: FastifyReply): void
}

/**
 * Protects the routes of staff: a call needs an open session of somebody whose role has the route's permission. Scripts
 * send the session's token as a bearer, browsers as a cookie. A request that changes something by cookie must come from
 * one of the shop's own pages.
 *
 * The app needs `@fastify/cookie`, without its hook: cookies are parsed only where they are needed.
 * @param deps.publicUrl the shop's origin; if it is null, the request's host is used
 * @param deps.isBehindProxy whether a trusted proxy decides which hosts reach the shop
 */
export function registerStaffAccess(
  app: FastifyInstance,
  deps: {
    readonly admin: Pick<AdminModule, 'staff'>
    readonly publicUrl: string | null
    readonly isBehindProxy: boolean
  },
): StaffAccess {
  const { admin, publicUrl } = deps
  // Browsers take a cookie with the prefix __Host- from this host alone, over an encrypted connection, for all paths.
  const isEncrypted = publicUrl?.startsWith('https:') === true
  const name = isEncrypted ? '__Host-staff' : 'staff_session'
  const path = isEncrypted ? '/' : '/api'
  app.decorateRequest('staff', null)

  function isSameOrigin(request: FastifyRequest): boolean {
    const { origin } = request.headers
    if (origin === undefined || !URL.canParse(origin)) return false
    if (publicUrl !== null) return origin === publicUrl
    // A proxy may use https with the browser and http with the shop, so without a configured URL only hosts are compared.
    return new URL(origin).host === request.host && (deps.isBehindProxy || isUnmistakable(request.host))
  }

  function cookieOf(request: FastifyRequest): string | null {
    const value = app.parseCookie(request.headers.cookie ?? '')[name]
    return value !== undefined && TOKEN.test(value) ? value : null
  }

  function tokenOf(request: FastifyRequest): string | null {
    // The browser may also send a customer's bearer token; only a staff token counts here.
    const bearer = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined && TOKEN.test(bearer)) return bearer
    const fromBrowser = cookieOf(request)
    if (fromBrowser !== null && !SAFE.has(request.method) && !isSameOrigin(request)) throw new BadOrigin()
    return fromBrowser
  }

  function requireStaffWith(permission: StaffPermission): onRequestHookHandler {
    return async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = tokenOf(request)
      const session = token === null ? null : await admin.staff.findSession(token)
      if (session === null) throw new NoStaffSession()
      if (!mayDo(session.person.role, permission)) throw new NotAllowed(session.person.role, permission)
      request.staff = session
    }
  }
  app.addHook('onRoute', (route) => {
    const permission = permissionOf(route.config?.access)
    if (permission === null) return
    route.onRequest = [route.onRequest ?? [], requireStaffWith(permission)].flat()
    const documented = { security: [{ staff: [] }], 'x-permission': permission }
    route.schema = { ...documented, ...route.schema }
  })

  function setCookie(reply: FastifyReply, token: string, expires: Date): void {
    reply.setCookie(name, token, { expires, path, httpOnly: true, sameSite: 'strict', secure: isEncrypted })
  }

  return { tokenOf, isBrowser, setCookie, clearCookie: (reply) => setCookie(reply, '', new Date(0)) }
}

/** The session on a route that requires one of staff. */
export function staffSessionOf(request: FastifyRequest): StaffSession {
  if (request.staff === null) throw new NoStaffSession()
  return request.staff
}

/** Who acts in a request of staff, as the log names them. */
export function actorOf(request: FastifyRequest): Actor {
  const { id, name } = staffSessionOf(request).person
  return { person: { id, name }, address: request.ip }
}

/** Browsers send `Origin` with every POST and `Sec-Fetch-Site` with every request; pages can suppress neither. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

/**
 * Whether a host cannot be somebody else's. Any name may be made to resolve to this machine (DNS rebinding), and then a
 * page of that name would be of the same origin as the shop; a shop with a name of its own says so by PUBLIC_URL.
 */
function isUnmistakable(host: string): boolean {
  const name = hostNameOf(host)
  return isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}
