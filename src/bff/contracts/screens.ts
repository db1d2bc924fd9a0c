// Which screens the shop has, and where. The server makes page addresses, redirects, headers, sitemap and preloads of
// this table; the browser makes routes and links of it. A new screen is one row here and one page file. What a public
// screen reads first stands in screen-reads.ts.

export interface Screen {
  /** A part that begins with ":" stands for any text. */
  readonly path: string
  /**
   * public: the server draws the same HTML for everybody. personal: the server sends the bare shell with this title,
   * hidden from search engines, and the browser fills it.
   */
  readonly kind: 'public' | 'personal'
  /** Title of a personal screen, without the shop's name. */
  readonly title?: string
  /** The query parameters that change what a public screen shows; campaign marks and the like do not. */
  readonly query?: readonly string[]
  /** In the sitemap; false for what search engines are told to leave out. */
  readonly isIndexed: boolean
  /** False where personal data is shown or taken: no script of a third party ever runs there or below. */
  readonly allowsThirdParties: boolean
}

const PUBLIC = { kind: 'public', isIndexed: true, allowsThirdParties: true } as const
const HIDDEN = { kind: 'public', isIndexed: false, allowsThirdParties: true } as const
const PERSONAL = { kind: 'personal', isIndexed: false, allowsThirdParties: true } as const
const SENSITIVE = { allowsThirdParties: false } as const

const LISTING_QUERY = ['category', 'search', 'featured', 'business', 'brand', 'price', 'inStock', 'sort', 'page']

/** The key names the page's file: web/app/pages/<key>-page.tsx. The first row that fits an address is its screen. */
export const SCREENS = {
  home: { ...PUBLIC, path: '/' },
  products: { ...PUBLIC, path: '/products', query: LISTING_QUERY },
  product: { ...PUBLIC, path: '/products/:id' },
  printers: { ...PUBLIC, path: '/category/printers' },
  'photo-printers': { ...PUBLIC, path: '/category/photo-printers' },
  compare: { ...HIDDEN, path: '/compare', query: ['ids'] },
  cart: { ...PERSONAL, path: '/cart', title: 'Shopping Cart' },
  wishlist: { ...PERSONAL, path: '/wishlist', title: 'My Wishlist' },
  checkout: { ...PERSONAL, ...SENSITIVE, path: '/checkout', title: 'Checkout' },
  login: { ...HIDDEN, ...SENSITIVE, path: '/login' },
  signup: { ...HIDDEN, ...SENSITIVE, path: '/signup' },
  'verify-email': { ...PERSONAL, ...SENSITIVE, path: '/verify-email', title: 'Confirm Your Email' },
  account: { ...PERSONAL, ...SENSITIVE, path: '/account', title: 'My Account' },
  admin: { ...PERSONAL, ...SENSITIVE, path: '/admin', title: 'Admin Dashboard' },
  track: { ...PUBLIC, path: '/track' },
  support: { ...PUBLIC, path: '/support' },
  contact: { ...PUBLIC, path: '/contact', query: ['inquiryType', 'subject'] },
  faq: { ...PUBLIC, path: '/faq' },
  manuals: { ...PUBLIC, path: '/manuals' },
  installation: { ...PUBLIC, path: '/installation' },
  warranty: { ...PUBLIC, path: '/warranty' },
  returns: { ...PUBLIC, path: '/returns' },
  about: { ...PUBLIC, path: '/about' },
  careers: { ...PUBLIC, path: '/careers' },
  press: { ...PUBLIC, path: '/press' },
  partners: { ...PUBLIC, path: '/partners' },
  affiliate: { ...PUBLIC, path: '/affiliate' },
  privacy: { ...PUBLIC, path: '/privacy' },
  terms: { ...PUBLIC, path: '/terms' },
  'data-request': { ...PUBLIC, ...SENSITIVE, path: '/data-request' },
  /** Any other address. */
  'not-found': { ...HIDDEN, path: '*' },
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenId = keyof typeof SCREENS

/** Addresses that the shop links to and that are lists of the listing; search engines are told of these lists. */
export const REDIRECTS = [
  { path: '/business', to: '/products?business=true' },
  { path: '/category/scanners', to: '/products?category=scanners' },
] as const

export const SCREEN_IDS = Object.keys(SCREENS) as ScreenId[]

export interface ScreenMatch {
  readonly id: ScreenId
  readonly screen: Screen
  readonly params: Readonly<Record<string, string>>
  /** The path as the table writes it: without a slash at the end, and in its letter case. */
  readonly path: string
}

/** The screen at a path, without regard to case. */
export function screenAt(pathname: string): ScreenMatch {
  const asked = pathname.replace(/\/+$/, '').split('/')
  for (const id of SCREEN_IDS) {
    const screen: Screen = SCREENS[id]
    const params = matchPath(screen.path, asked)
    if (params !== null)
      return { id, screen, params, path: screen.path.replace(/:(\w+)/, (_part, name) => params[name] ?? '') }
  }
  return { id: 'not-found', screen: SCREENS['not-found'], params: {}, path: asked.join('/') || '/' }
}

function matchPath(path: string, asked: readonly string[]): Record<string, string> | null {
  const parts = path.replace(/\/$/, '').split('/')
  if (parts.length !== asked.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const text = asked[at] ?? ''
    if (part.startsWith(':') && text !== '') params[part.slice(1)] = text
    else if (part !== text.toLowerCase()) return null
  }
  return params
}

/**
 * Whether a script of a third party may run at this path: nowhere at or below a screen that shows or takes personal
 * data.
 */
export function allowsThirdParties(pathname: string): boolean {
  const asked = `${pathname.toLowerCase()}/`
  return !Object.values(SCREENS).some((screen) => !screen.allowsThirdParties && asked.startsWith(`${screen.path}/`))
}

export const SITE_NAME = 'superprinter'

/** The document's title: the screen's own, then the shop's (specification 1, section 2). */
export function documentTitle(title: string): string {
  return `${title} - ${SITE_NAME}`
}
