// The table of the shop's screens. The server uses it for page addresses, redirects, headers, sitemap and preloads, the
// browser for routes and links. A new screen is one row here and one page file; screen-reads.ts has the API paths that
// public screens read first.
import { FACET_NAMES } from './facet-names.ts'

export interface Screen {
  /** A part that begins with ":" stands for any text; "/*" at the end for whatever stands below, and for nothing. */
  readonly path: string
  /**
   * public: the server renders the same HTML for all visitors. personal: it renders the frame that all visitors see
   * before it is known what is theirs, which the browser fills. private: it sends an empty shell with this title, because
   * what stands there depends on the visitor from the first line on. Personal and private screens are hidden from search
   * engines.
   */
  readonly kind: 'public' | 'personal' | 'private'
  /**
   * The title without the shop's name, where the server sends it without rendering the screen: always for a private one,
   * and for one of many addresses when a visitor has asked for too many.
   */
  readonly title?: string
  /** The query parameters that change the content of a public screen. All others, such as campaign ids, are ignored. */
  readonly query?: readonly string[]
  /** Whether it is in the sitemap; false for screens that are hidden from search engines. */
  readonly isIndexed: boolean
  /** False where personal data is shown or entered: no third-party script runs there or below. */
  readonly allowsThirdParties: boolean
}

const PUBLIC = { kind: 'public', isIndexed: true, allowsThirdParties: true } as const
const HIDDEN = { kind: 'public', isIndexed: false, allowsThirdParties: true } as const
const PERSONAL = { kind: 'personal', isIndexed: false, allowsThirdParties: true } as const
const PRIVATE = { ...PERSONAL, kind: 'private' } as const
const SENSITIVE = { allowsThirdParties: false } as const

/** The least and the most of an own price come apart from the form that works without script. */
const CATEGORY_QUERY = ['brand', 'price', 'least', 'most', 'inStock', 'fits', ...FACET_NAMES, 'sort', 'page']
/** Of these a page reads all values, in whatever order; of any other parameter the first one. */
export const REPEATED_QUERY: readonly string[] = ['brand', 'fits', ...FACET_NAMES]
const FINDER_QUERY = ['prints', 'pages', 'color', 'scans', 'connection', 'paper']
const LISTING_QUERY = ['category', 'search', 'featured', 'business', ...CATEGORY_QUERY]

/** The key names the page's file: web/app/pages/<key>-page.tsx. The first row that matches an address is its screen. */
export const SCREENS = {
  home: { ...PUBLIC, path: '/' },
  products: { ...PUBLIC, path: '/products', query: LISTING_QUERY },
  product: { ...PUBLIC, path: '/products/:id' },
  printers: { ...PUBLIC, path: '/category/printers', title: 'Home & Office Printers', query: CATEGORY_QUERY },
  'photo-printers': {
    ...PUBLIC,
    path: '/category/photo-printers',
    title: 'Photo Printers, Pocket to Wall Size',
    query: CATEGORY_QUERY,
  },
  finder: { ...PUBLIC, path: '/finder', title: 'Printer Finder', query: FINDER_QUERY },
  compare: { ...HIDDEN, path: '/compare', title: 'Compare Products', query: ['ids'] },
  cart: { ...PERSONAL, path: '/cart', title: 'Shopping Cart' },
  wishlist: { ...PERSONAL, path: '/wishlist', title: 'My Wishlist' },
  checkout: { ...PERSONAL, ...SENSITIVE, path: '/checkout', title: 'Checkout' },
  login: { ...HIDDEN, ...SENSITIVE, path: '/login' },
  'login-code': { ...HIDDEN, ...SENSITIVE, path: '/login/code' },
  signup: { ...HIDDEN, ...SENSITIVE, path: '/signup' },
  'verify-email': { ...PRIVATE, ...SENSITIVE, path: '/verify-email', title: 'Confirm Your Email' },
  'keep-email': { ...PRIVATE, ...SENSITIVE, path: '/keep-email', title: 'Keep Your Email Address' },
  'product-alert': { ...PRIVATE, ...SENSITIVE, path: '/product-alert', title: 'Your Product Alert' },
  account: { ...PERSONAL, ...SENSITIVE, path: '/account', title: 'My Account' },
  admin: { ...PRIVATE, ...SENSITIVE, path: '/admin/*', title: 'Admin Dashboard' },
  track: { ...PUBLIC, ...SENSITIVE, path: '/track' },
  support: { ...PUBLIC, ...SENSITIVE, path: '/support' },
  contact: { ...PUBLIC, ...SENSITIVE, path: '/contact', title: 'Contact Us', query: ['inquiryType', 'subject'] },
  faq: { ...PUBLIC, path: '/faq' },
  manuals: { ...PUBLIC, path: '/manuals' },
  installation: { ...PUBLIC, ...SENSITIVE, path: '/installation' },
  warranty: { ...PUBLIC, ...SENSITIVE, path: '/warranty' },
  return: { ...HIDDEN, ...SENSITIVE, path: '/return' },
  returns: { ...PUBLIC, path: '/returns' },
  about: { ...PUBLIC, path: '/about' },
  careers: { ...PUBLIC, path: '/careers' },
  press: { ...PUBLIC, path: '/press' },
  partners: { ...PUBLIC, path: '/partners' },
  affiliate: { ...PUBLIC, path: '/affiliate' },
  privacy: { ...PUBLIC, path: '/privacy' },
  terms: { ...PUBLIC, path: '/terms' },
  'data-export': { ...PRIVATE, ...SENSITIVE, path: '/data-export', title: 'Your Data' },
  'data-request': { ...PUBLIC, ...SENSITIVE, path: '/data-request' },
  /** Any other address. */
  'not-found': { ...HIDDEN, path: '*' },
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenId = keyof typeof SCREENS

/** Short addresses that redirect to lists of the listing. The sitemap contains those lists. */
export const REDIRECTS = [
  { path: '/business', to: '/products?business=true' },
  { path: '/category/scanners', to: '/products?category=scanners' },
  { path: '/category/supplies', to: '/products?category=supplies' },
] as const

export const SCREEN_IDS = Object.keys(SCREENS) as ScreenId[]

export interface ScreenMatch {
  readonly id: ScreenId
  readonly screen: Screen
  readonly params: Readonly<Record<string, string>>
  /** The canonical path: without a slash at the end, and in the table's letter case. */
  readonly path: string
}

/** The screen at a path, whatever its letter case and whether or not its letters are escaped ("/%63art"). */
export function screenAt(pathname: string): ScreenMatch {
  const requested = withoutSlashesAtEnd(decoded(pathname)).split('/')
  for (const id of SCREEN_IDS) {
    const screen: Screen = SCREENS[id]
    const params = matchPath(screen.path, requested)
    if (params !== null)
      return {
        id,
        screen,
        params,
        path: screen.path
          .replace(/:(\w+)/, (_part, name) => encodeURIComponent(params[name] ?? ''))
          .replace(/\/\*$/, () => (params['*'] ?? '').split('/').map(encodeURIComponent).join('/')),
      }
  }
  return { id: 'not-found', screen: SCREENS['not-found'], params: {}, path: withoutSlashesAtEnd(pathname) || '/' }
}

/** The path at which a screen begins: without the "/*" of one that has others below it. */
export function rootOf({ path }: Pick<Screen, 'path'>): string {
  return path.endsWith('/*') ? path.slice(0, -2) : path
}

/** A path without the slashes at its end, which make no difference; the root becomes the empty text. */
export function withoutSlashesAtEnd(path: string): string {
  // A regular expression would look for the end of every row of slashes, also of those in the middle.
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** A path without escapes, as routers compare it; as it is when it cannot be read. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function matchPath(path: string, requested: readonly string[]): Record<string, string> | null {
  const hasMore = path.endsWith('/*')
  const parts = withoutSlashesAtEnd(rootOf({ path })).split('/')
  if (hasMore ? requested.length < parts.length : requested.length !== parts.length) return null
  const params: Record<string, string> = hasMore ? { '*': ['', ...requested.slice(parts.length)].join('/') } : {}
  for (const [at, part] of parts.entries()) {
    const text = requested[at] ?? ''
    if (part.startsWith(':') && text !== '') params[part.slice(1)] = text
    else if (part !== text.toLowerCase()) return null
  }
  return params
}

/**
 * Whether third-party scripts may run at this path: not at or below a screen where personal data is shown or entered.
 */
export function allowsThirdParties(pathname: string): boolean {
  const requested = `${decoded(pathname).toLowerCase()}/`
  return !Object.values(SCREENS).some(
    (screen) => !screen.allowsThirdParties && requested.startsWith(`${rootOf(screen)}/`),
  )
}

/** The shop's name as its logo writes it, in titles and everywhere where it is written small. */
export const SITE_NAME = 'superprinter'

/** The document's title: the screen's own, then the shop's (specification 1, section 2). */
export function documentTitle(title: string): string {
  return `${title} - ${SITE_NAME}`
}
