import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** As long as the requests for an address are counted: a visitor who asks again within it gets no second row. */
const HOUR_S = 3600
const BYTES = 32
const SECRET = /^[\w-]{43}$/

/**
 * Recognizes the browser that asked for a sign-in code, in all its tabs, by a secret in a cookie that scripts cannot
 * read. A person who knows no more than somebody's address cannot use up a code that another browser asked for.
 */
export interface AskingBrowser {
  /** The secret of this browser, which gets one with the answer if it has none. */
  remember(request: FastifyRequest, reply: FastifyReply): string
  /** Null for a browser that did not ask within the last hour. */
  secretOf(request: FastifyRequest): string | null
}

/** @param publicUrl the shop's origin; null when none is configured */
export function createAskingBrowser(app: FastifyInstance, publicUrl: string | null): AskingBrowser {
  const isEncrypted = publicUrl?.startsWith('https:') === true
  const cookie = isEncrypted ? '__Host-code' : 'sign_in_code'
  const path = isEncrypted ? '/' : '/api/login/code'
  const options = { path, httpOnly: true, sameSite: 'strict', secure: isEncrypted, maxAge: HOUR_S } as const

  function secretOf(request: FastifyRequest): string | null {
    const secret = app.parseCookie(request.headers.cookie ?? '')[cookie]
    return secret !== undefined && SECRET.test(secret) ? secret : null
  }

  return {
    secretOf,
    remember(request, reply) {
      const secret = secretOf(request) ?? randomBytes(BYTES).toString('base64url')
      reply.setCookie(cookie, secret, options)
      return secret
    },
  }
}
