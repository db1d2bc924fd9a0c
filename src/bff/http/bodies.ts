import type { FastifyInstance, onRouteHookHandler, preParsingHookHandler } from 'fastify'
import { nestsDeeper } from '../hardening/json-depth.ts'
import { HttpRefusal } from './http-refusal.ts'

/** Largest bodies in bytes; routes that take less say so in their `bodyLimit`. */
export const BODY_LIMITS = { default: 1024 * 1024, auth: 16 * 1024, order: 64 * 1024 } as const

/** No body of ours nests deeper than a handful of levels. */
const MAX_DEPTH = 32
const BYTE_ORDER_MARK = '\uFEFF'
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Bodies are JSON, in clear, and shallow; anything else is refused before a route sees it. `__proto__` and
 * `constructor.prototype` keys count as broken JSON.
 */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null, undefined)
    if (body.startsWith(BYTE_ORDER_MARK))
      return done(new HttpRefusal(400, 'INVALID_JSON', 'The body is not valid JSON.'))
    if (nestsDeeper(body, MAX_DEPTH))
      return done(new HttpRefusal(400, 'INVALID_JSON', 'The body is nested too deeply.'))
    return parseJson(request, body, done)
  })
  app.addHook('onRoute', refuseEncodedBodies)
}

/** Nothing is unpacked for a caller: a few kilobytes could become gigabytes. */
const refuseEncodedBodies: onRouteHookHandler = (route) => {
  if (![route.method].flat().some((method) => WITH_BODY.has(method))) return
  const refuse: preParsingHookHandler = (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') return done(null, payload)
    return done(new HttpRefusal(415, 'ENCODING_NOT_SUPPORTED', 'Send the body without a content encoding.'))
  }
  route.preParsing = [route.preParsing ?? [], refuse].flat()
}
