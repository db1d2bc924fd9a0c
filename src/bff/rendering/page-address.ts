import { REDIRECTS, screenAt, type ScreenMatch } from '#contracts/screens'

export interface PageAddress extends ScreenMatch {
  /** The one form of the address under which its HTML is kept: known query parameters only, in a fixed order. */
  readonly address: string
  /** Where this address leads instead of having a page; null when it has one. */
  readonly redirect: string | null
}

/** Reads the address of a page; null when it is none that anybody can read. */
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
  const kept = new URLSearchParams()
  for (const name of match.screen.query ?? []) {
    for (const value of parsed.searchParams.getAll(name).sort()) if (value !== '') kept.append(name, value)
  }
  const query = kept.toString()
  return {
    ...match,
    address: query === '' ? match.path : `${match.path}?${query}`,
    redirect: redirectOf(parsed, match),
  }
}

/** Lists of the listing have addresses of their own, and letter case makes no other page. */
function redirectOf({ pathname, search }: URL, { path }: ScreenMatch): string | null {
  const asked = pathname.replace(/\/+$/, '') || '/'
  const list = REDIRECTS.find((redirect) => redirect.path === asked.toLowerCase())
  if (list !== undefined) return list.to
  return asked === path ? null : `${path}${search}`
}
