import type { ListingQuery } from '#contracts/listing'
import { withQuery } from './with-query.ts'

/** Every address of the shop's screens. Nobody writes one by hand. */

export const paths = {
  home: () => '/',
  /** A listing, always in the same order, without what is the default. */
  products: ({ brands, price, page, ...query }: Partial<ListingQuery> = {}) =>
    withQuery('/products', {
      category: query.category,
      search: query.search,
      featured: query.featured,
      business: query.business,
      brand: brands,
      price: price === 'all' ? undefined : price,
      inStock: query.inStock,
      sort: query.sort,
      page: page === 1 ? undefined : page,
    }),
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
