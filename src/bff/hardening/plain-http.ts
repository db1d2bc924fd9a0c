import type { FastifyInstance } from 'fastify'
import type { SetOwnHeaders } from '../http/security-headers.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { pathOf } from '../http/wants-page.ts'

const SENT_ANEW = new Set(['GET', 'HEAD'])

/**
 * Takes nothing that came to the proxy without encryption: addresses that people open are answered with where they are
 * by `https:`, and calls of the API are refused, because one that is redirected has told its secrets already and would go
 * on to do so. A request without `X-Forwarded-Proto` does not come from outside, such as a look at the shop's health.
 * @param publicUrl without a slash at its end; without `https:` nothing is refused
 */
export function refusePlainHttp(app: FastifyInstance, publicUrl: string | null, setOwnHeaders: SetOwnHeaders): void {
  if (publicUrl === null || !publicUrl.startsWith('https:')) return
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol === 'https') return done()
    const url = request.raw.url ?? '/'
    const isCall = /^\/api(\/|$)/.test(pathOf(request)) || !SENT_ANEW.has(request.method)
    if (isCall) return done(new HttpRefusal(403, 'HTTPS_REQUIRED', `Send this call to ${publicUrl}, encrypted.`))
    void setOwnHeaders(request, reply).redirect(publicUrl + (url.startsWith('/') ? url : '/'), 308)
  })
}
