import {
  REDIRECTS,
  REPEATED_QUERY,
  rootOf,
  screenAt,
  SCREENS,
  withoutSlashesAtEnd,
  type ScreenMatch,
} from '#contracts/screens'

/** What the URL of a page request asks for. */
export interface PageAddress extends ScreenMatch {
  /**
   * The canonical form of the address, which is the cache key: only known query parameters, in a fixed order. Addresses
   * that lead nowhere share a few.
   */
  readonly address: string
  /** Whether there are as many addresses of this screen as somebody cares to make up. */
  readonly isOneOfMany: boolean
  /** The address to redirect to; null when this address has a page. */
  readonly redirect: string | null
}

/** Parses the URL of a page request, path and query; null when it is not valid. */
export function readPageAddress(url: string): PageAddress | null {
  if (!url.startsWith('/')) return null
  let parsed
  try {
    // In one text: beside a base "//elsewhere" would be another host.
    parsed = new URL(`http://shop.invalid${url}`)
    decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  const match = screenAt(parsed.pathname)
  const query = new URLSearchParams()
  for (const name of match.screen.query ?? []) {
    for (const value of valuesOf(parsed.searchParams, name)) if (value !== '') query.append(name, value)
  }
  return {
    ...match,
    address: canonical(match, query),
    isOneOfMany: match.screen.query !== undefined || match.screen.path.includes(':'),
    redirect: redirectOf(parsed, match),
  }
}

/** What a page reads of a parameter: the browser reads the same from the address as it came. */
function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  const values = query.getAll(name)
  return REPEATED_QUERY.includes(name) ? values.sort() : values.slice(0, 1)
}

/** Whether a page, or a redirect to one, stands at the URL of a request. */
export function isPage(url: string): boolean {
  const address = readPageAddress(url)
  return address !== null && (address.redirect !== null || address.id !== 'not-found')
}

function canonical({ id, screen, path }: ScreenMatch, query: URLSearchParams): string {
  if (id === 'not-found') return unknownAddress(path)
  // The server sends the same for everything below.
  if (screen.path.endsWith('/*')) return rootOf(screen)
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * The address that stands for all unknown ones that begin like the same screen: the header highlights the link with
 * which an address begins, and nothing else on that page differs.
 */
function unknownAddress(path: string): string {
  const nearest = Object.values(SCREENS)
    .map(rootOf)
    .filter((start) => !start.includes(':') && path.startsWith(start))
    .reduce((longest, start) => (start.length > longest.length ? start : longest), '/')
  return `${nearest}-not-found`
}

/**
 * Some short addresses redirect to lists of the listing, and other letter cases and slashes at the end to the screen's own
 * address.
 */
function redirectOf({ pathname, search }: URL, { id, path }: ScreenMatch): string | null {
  const requested = withoutSlashesAtEnd(pathname).toLowerCase()
  const list = REDIRECTS.find((redirect) => redirect.path === requested)
  if (list !== undefined) return list.to
  return pathname === path || id === 'not-found' ? null : `${path}${search}`
}
