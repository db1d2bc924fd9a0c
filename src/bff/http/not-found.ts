import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/errors'
import { HttpRefusal } from './http-refusal.ts'

interface ApiAddress {
  /** Made for the first request that matches no route. */
  pattern?: RegExp
  readonly methods: Set<string>
}

/**
 * Answers requests that match no route: 405 with `Allow` when the API has the address with other methods, otherwise
 * 404. Fastify answers 404 in both cases, and its `hasRoute` compares patterns, not the address of a request. Register
 * it before the routes, because it collects their addresses.
 */
export function registerNotFoundHandler(app: FastifyInstance): void {
  const addresses = new Map<string, ApiAddress>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const address = addresses.get(url) ?? { methods: new Set() }
    for (const each of [method].flat()) address.methods.add(each)
    addresses.set(url, address)
  })

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    const matching = [...addresses].filter(([url, address]) => (address.pattern ??= patternOf(url)).test(path))
    const methods = [...new Set(matching.flatMap(([, address]) => [...address.methods]))].sort()
    if (methods.length === 0 || methods.includes(request.method))
      throw new AppError('not-found', 'NOT_FOUND', 'There is nothing at this address.')
    reply.header('allow', methods.join(', '))
    throw new HttpRefusal(405, 'METHOD_NOT_ALLOWED', `This address takes ${methods.join(', ')}.`)
  })
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('.', String.raw`\.`)}$`)
}
