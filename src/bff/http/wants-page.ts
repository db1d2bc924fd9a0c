import type { FastifyRequest } from 'fastify'

/** Addresses that answer programs, not people. */
export const NOT_FOR_PEOPLE = /^\/api(\/|$)/
/** Addresses of what pages load. */
const OF_FILES = /^\/(assets|images)(\/|$)/

/**
 * Whether a person opens this address and should see a page, also when it is refused. A caller that accepts anything
 * gets a page at the addresses of pages only; a browser accepts HTML by name where it shows what comes.
 */
export function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = pathOf(request)
  if (NOT_FOR_PEOPLE.test(path)) return false
  const { accept = '*/*' } = request.headers
  const route = request.routeOptions.url
  const isOfPages = !OF_FILES.test(path) && (route === undefined || route === '/*')
  return accept.includes('text/html') || (accept.includes('*/*') && isOfPages)
}

/** The path of a request as it came, without the query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
