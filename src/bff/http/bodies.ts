import type { FastifyInstance, onRouteHookHandler, preParsingHookHandler, RouteOptions } from 'fastify'
import { isDeeperThan } from '../hardening/json-depth.ts'
import { HttpRefusal } from './http-refusal.ts'

/** Body limits in bytes: of what staff send, and of what everybody else does. Routes that need less set `bodyLimit`. */
export const BODY_LIMITS = { staff: 1024 * 1024, auth: 16 * 1024, order: 64 * 1024 } as const

/** The API's own bodies have only a few levels. */
const MAX_DEPTH = 32
const BYTE_ORDER_MARK = '\uFEFF'
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Accepts uncompressed JSON of limited depth; any other body is refused before a route sees it. The keys `__proto__`
 * and `constructor.prototype` are refused like invalid JSON.
 */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null, undefined)
    if (body.startsWith(BYTE_ORDER_MARK))
      return done(new HttpRefusal(400, 'INVALID_JSON', 'The body is not valid JSON.'))
    if (isDeeperThan(body, MAX_DEPTH))
      return done(new HttpRefusal(400, 'INVALID_JSON', 'The body is nested too deeply.'))
    return parseJson(request, body, done)
  })
  app.addHook('onRoute', refuseEncodedBodies)
}

/** Whether a route reads a body, also where it wants none. */
export function takesBody(method: RouteOptions['method']): boolean {
  return [method].flat().some((each) => WITH_BODY.has(each))
}

/** Compressed bodies are refused, because a few kilobytes could decompress to gigabytes. */
const refuseEncodedBodies: onRouteHookHandler = (route) => {
  if (!takesBody(route.method)) return
  const refuse: preParsingHookHandler = (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return done(null, payload)
    return done(new HttpRefusal(415, 'ENCODING_NOT_SUPPORTED', 'Send the body without a content encoding.'))
  }
  route.preParsing = [route.preParsing ?? [], refuse].flat()
}
