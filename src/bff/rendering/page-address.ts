/** Query parameters that change what a page shows; everything else (campaign marks and the like) is left out. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/products': ['category', 'search', 'featured', 'business', 'brand', 'price', 'inStock', 'sort', 'page'],
  '/contact': ['inquiryType', 'subject'],
  '/compare': ['ids'],
}

/** Addresses that the shop links to and that are lists of the listing (design section 7). */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/business': '/products?business=true',
  '/category/scanners': '/products?category=scanners',
}

/**
 * The one form of a page's address under which its HTML is kept: no slash at the end, known parameters only, in a fixed
 * order. Null when the address cannot be read.
 */
export function pageAddress(url: string): string | null {
  let parsed
  try {
    parsed = new URL(url, 'http://shop.invalid')
    decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  if (parsed.host !== 'shop.invalid') return null
  const path = parsed.pathname.replace(/\/+$/, '') || '/'
  const kept = new URLSearchParams()
  for (const name of PARAMETERS[path] ?? []) {
    for (const value of parsed.searchParams.getAll(name).sort()) if (value !== '') kept.append(name, value)
  }
  const query = kept.toString()
  return query === '' ? path : `${path}?${query}`
}

/** Where an address leads that has no page of its own; null for all others. */
export function redirectOf(address: string): string | null {
  return REDIRECTS[address] ?? null
}
