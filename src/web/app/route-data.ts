import { MOST_SELLING_PATH, PHOTO_PRINTERS_PATH, PRINTERS_PATH, productPath, reviewsPath } from '#contracts/addresses'
import { facetsPath, parseListingQuery, productsPath } from '#contracts/listing'
import { readIds } from '../features/compare/compared-ids.ts'
import { documentTitle } from '../lib/head.tsx'

/** What the server must know to render an address. */
export interface RouteData {
  /** The API paths (and SWR keys) that the page reads first. */
  readonly keys: string[]
  /** public: the same HTML for everybody. personal: the bare shell, filled in the browser. */
  readonly kind: 'public' | 'personal'
  /** The page's file in app/pages, without its ending. */
  readonly page: string
  /** The document's title of a personal page, which is not rendered: the one that the page sets in the browser. */
  readonly title?: string
}

const PAGES: readonly {
  readonly address: RegExp
  readonly page: string
  /** Of a personal page. */
  readonly title?: string
  readonly keys?: (found: Readonly<Record<string, string>>, search: URLSearchParams) => string[]
}[] = [
  { address: /^\/$/, page: 'home-page', keys: () => [MOST_SELLING_PATH] },
  {
    address: /^\/products$/,
    page: 'products-page',
    keys: (_found, search) => {
      const query = parseListingQuery(search)
      return [productsPath(query), facetsPath(query)]
    },
  },
  {
    address: /^\/products\/(?<id>[1-9]\d{0,14})$/,
    page: 'product-page',
    keys: ({ id }) => [productPath(Number(id)), reviewsPath(Number(id))],
  },
  { address: /^\/products\/[^/]+$/, page: 'product-page' },
  { address: /^\/category\/printers$/, page: 'printers-page', keys: () => [PRINTERS_PATH] },
  { address: /^\/category\/photo-printers$/, page: 'photo-printers-page', keys: () => [PHOTO_PRINTERS_PATH] },
  { address: /^\/contact$/, page: 'contact-page' },
  { address: /^\/support$/, page: 'support-page' },
  { address: /^\/faq$/, page: 'faq-page' },
  { address: /^\/returns$/, page: 'returns-page' },
  { address: /^\/privacy$/, page: 'privacy-page' },
  { address: /^\/terms$/, page: 'terms-page' },
  { address: /^\/warranty$/, page: 'warranty-page' },
  { address: /^\/installation$/, page: 'installation-page' },
  { address: /^\/about$/, page: 'about-page' },
  { address: /^\/data-request$/, page: 'data-request-page' },
  { address: /^\/manuals$/, page: 'manuals-page' },
  { address: /^\/careers$/, page: 'careers-page' },
  { address: /^\/press$/, page: 'press-page' },
  { address: /^\/partners$/, page: 'partners-page' },
  { address: /^\/affiliate$/, page: 'affiliate-page' },
  {
    address: /^\/compare$/,
    page: 'compare-page',
    keys: (_found, search) => readIds(search.get('ids')).map(productPath),
  },
  { address: /^\/login$/, page: 'login-page' },
  { address: /^\/signup$/, page: 'signup-page' },
  { address: /^\/cart$/, page: 'cart-page', title: 'Shopping Cart' },
  { address: /^\/wishlist$/, page: 'wishlist-page', title: 'My Wishlist' },
  { address: /^\/checkout$/, page: 'checkout-page', title: 'Checkout' },
  { address: /^\/account$/, page: 'account-page', title: 'My Account' },
  { address: /^\/verify-email$/, page: 'verify-email-page', title: 'Confirm Your Email' },
  { address: /^\/track$/, page: 'track-page' },
  { address: /^\/admin$/, page: 'admin-page', title: 'Admin Dashboard' },
]

/**
 * From an address ("/products?category=printers", absolute or from the root) to what its page reads first. Pure, so
 * that the server can fetch the data before it renders (design, section 9). An address that leads to no page of this
 * list reads nothing.
 */
export function routeData(url: string): RouteData {
  const { pathname, searchParams } = new URL(url, 'http://shop.invalid')
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  for (const { address, page, title, keys } of PAGES) {
    const match = address.exec(path)
    if (match === null) continue
    if (title !== undefined) return { keys: [], kind: 'personal', page, title: documentTitle(title) }
    return { keys: keys?.(match.groups ?? {}, searchParams) ?? [], kind: 'public', page }
  }
  return { keys: [], kind: 'public', page: 'not-found-page' }
}
