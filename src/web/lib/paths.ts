/** Every address of the shop's screens. Nobody writes one by hand. */

/** Query of the listing; what is absent or empty is left out. */
export interface ListingQuery {
  readonly category?: string | undefined
  readonly search?: string | undefined
  readonly featured?: boolean | undefined
  readonly business?: boolean | undefined
  readonly brand?: readonly string[] | undefined
  readonly price?: string | undefined
  readonly inStock?: boolean | undefined
  readonly sort?: string | undefined
  readonly page?: number | undefined
}

export const paths = {
  home: () => '/',
  products: (query: ListingQuery = {}) => withQuery('/products', query),
  product: (product: { readonly id: number }) => `/products/${product.id}`,
  category: (category: 'printers' | 'photo-printers') => `/category/${category}`,
  scanners: () => '/category/scanners',
  business: () => '/business',
  cart: () => '/cart',
  wishlist: () => '/wishlist',
  checkout: () => '/checkout',
  login: () => '/login',
  signup: () => '/signup',
  account: (view: { readonly tab?: 'overview' | 'orders' | 'profile' | 'settings' } = {}) =>
    withQuery('/account', view),
  admin: () => '/admin',
  /** `order`: the order's number or tracking number, already typed in. */
  track: (asked: { readonly order?: string | number } = {}) => withQuery('/track', asked),
  support: () => '/support',
  contact: (topic: { readonly inquiryType?: string; readonly subject?: string } = {}) => withQuery('/contact', topic),
  about: () => '/about',
  careers: () => '/careers',
  partners: () => '/partners',
  press: () => '/press',
  privacy: () => '/privacy',
  terms: () => '/terms',
  returns: () => '/returns',
  dataRequest: () => '/data-request',
  warranty: () => '/warranty',
  installation: () => '/installation',
  manuals: () => '/manuals',
  faq: () => '/faq',
  affiliate: () => '/affiliate',
  /** The products side by side, in this order. */
  compare: (ids: readonly number[] = []) => (ids.length === 0 ? '/compare' : `/compare?ids=${ids.join(',')}`),
} as const

function withQuery(path: string, query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined || value === null || value === '' || value === false) continue
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}
