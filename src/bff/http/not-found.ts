import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/errors/errors'
import { HttpRefusal } from './http-refusal.ts'
import type { LateApp } from './late-app.ts'

interface KnownAddress {
  /** Made for the first request that matches no route. */
  pattern?: RegExp
  readonly methods: Set<string>
}

const PAGE_METHODS = ['GET', 'HEAD']

/**
 * Answers requests that match no route: 405 with `Allow` when the shop has the address with other methods, otherwise
 * 404. Fastify answers 404 in both cases, and its `hasRoute` compares patterns, not the address of a request. Register
 * it before the routes, because it collects their addresses.
 * @param deps.isPage whether a page stands at an address, with its query; all pages have one route
 * @param deps.late answers some calls instead of this app, at addresses that this one may have as well
 */
export function registerNotFoundHandler(
  app: FastifyInstance,
  deps: { readonly isPage: (url: string) => boolean; readonly late: LateApp | null },
): void {
  const addresses = new Map<string, KnownAddress>()
  function know(url: string, methods: readonly string[]): void {
    const address = addresses.get(url) ?? { methods: new Set() }
    for (const each of methods) address.methods.add(each)
    addresses.set(url, address)
  }
  for (const { path, method } of deps.late?.calls ?? []) know(path, [method])
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) know(url, [method].flat())
  })

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const failure = deps.late?.failureFor(request.raw)
    if (failure !== undefined) throw failure
    const path = request.url.replace(/\?.*$/s, '')
    const matching = [...addresses].filter(([url, address]) => (address.pattern ??= patternOf(url)).test(path))
    const ofRoutes = [...new Set(matching.flatMap(([, address]) => [...address.methods]))].sort()
    const methods = ofRoutes.length === 0 && deps.isPage(request.url) ? PAGE_METHODS : ofRoutes
    if (methods.length === 0 || methods.includes(request.method))
      throw new AppError('not-found', 'NOT_FOUND', 'There is nothing at this address.')
    reply.header('allow', methods.join(', '))
    throw new HttpRefusal(405, 'METHOD_NOT_ALLOWED', `This address takes ${methods.join(', ')}.`)
  })
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('.', String.raw`\.`)}$`)
}
