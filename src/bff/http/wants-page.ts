import type { FastifyRequest } from 'fastify'
import { screenAt } from '#contracts/screens'

/** Addresses that answer programs, not people. */
export const NOT_FOR_PEOPLE = /^\/api(\/|$)/
/** Addresses of what pages load, and of what programs look for by its name (RFC 8615). */
const OF_FILES = /^\/(assets|images|\.well-known)(\/|$)/
/** An address that ends like the name of a file, or has a part that begins like a hidden one. */
const LIKE_A_FILE = /\.[a-z\d]{1,12}$|\/\./i

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
  const isOfPages = !isOfFile(path) && (route === undefined || route === '/*')
  return accept.includes('text/html') || (accept.includes('*/*') && isOfPages)
}

/** Whether what loads this address expects a file. A product may be named like one. */
function isOfFile(path: string): boolean {
  return OF_FILES.test(path) || (LIKE_A_FILE.test(path) && screenAt(path).id === 'not-found')
}

/** The path of a request as it came, without the query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
