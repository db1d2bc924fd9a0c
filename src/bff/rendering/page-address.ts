import { REDIRECTS, screenAt, withoutSlashesAtEnd, type ScreenMatch } from '#contracts/screens'

export interface PageAddress extends ScreenMatch {
  /** The canonical form of the address, which is the cache key: only known query parameters, in a fixed order. */
  readonly address: string
  /** The address to redirect to; null when this address has a page. */
  readonly redirect: string | null
}

/** Parses the URL of a page request; null when it is not valid. */
export function readPageAddress(url: string): PageAddress | null {
  let parsed
  try {
    parsed = new URL(url, 'http://shop.invalid')
    decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  if (parsed.host !== 'shop.invalid') return null
  const match = screenAt(parsed.pathname)
  const query = new URLSearchParams()
  for (const name of match.screen.query ?? []) {
    for (const value of parsed.searchParams.getAll(name).sort()) if (value !== '') query.append(name, value)
  }
  return {
    ...match,
    address: query.size === 0 ? match.path : `${match.path}?${query}`,
    redirect: redirectOf(parsed, match),
  }
}

/** Some short addresses redirect to lists of the listing, and other letter cases to the screen's own address. */
function redirectOf({ pathname, search }: URL, { path }: ScreenMatch): string | null {
  const requested = withoutSlashesAtEnd(pathname) || '/'
  const list = REDIRECTS.find((redirect) => redirect.path === requested.toLowerCase())
  if (list !== undefined) return list.to
  return requested === path ? null : `${path}${search}`
}
