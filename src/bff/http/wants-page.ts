import type { FastifyRequest } from 'fastify'

/** Addresses that answer programs and pages, not people. */
const NOT_FOR_PEOPLE = /^\/(api|assets|images)(\/|$)/

/**
 * Whether a person opens this address and should see a page, also when it is refused. A caller that accepts anything
 * gets a page at the addresses of pages only.
 */
export function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (NOT_FOR_PEOPLE.test(pathOf(request))) return false
  const { accept = '*/*' } = request.headers
  const route = request.routeOptions.url
  return accept.includes('text/html') || (accept.includes('*/*') && (route === undefined || route === '/*'))
}

/** The path of a request as it came, without the query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
