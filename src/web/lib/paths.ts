import type { FinderQuery } from '#contracts/finder-choices'
import type { ListingQuery } from '#contracts/listing'
import { rootOf, SCREENS, type REDIRECTS } from '#contracts/screens'
import { withQuery } from './with-query.ts'

type ListingChoices = Partial<Omit<ListingQuery, 'screen'>>

/** A listing's address, its parts always in the same order, without what is the default. */
const listingAt = (path: string, { brands, price, page, choices, ...query }: ListingChoices) =>
  withQuery(path, {
    category: query.category,
    search: query.search,
    featured: query.featured,
    business: query.business,
    brand: brands,
    price: price === 'all' ? undefined : price,
    inStock: query.inStock,
    fits: query.fits,
    ...choices,
    sort: query.sort,
    page: page === 1 ? undefined : page,
  })

/** Builds the address of every screen, so that none is written by hand. */
export const paths = {
  home: () => SCREENS.home.path,
  products: (choices: ListingChoices = {}) => listingAt(SCREENS.products.path, choices),
  /** The listing in this state, on its own screen. */
  listing: ({ screen, category, ...choices }: ListingQuery) =>
    listingAt(SCREENS[screen].path, screen === 'products' ? { category, ...choices } : choices),
  product: (product: { readonly id: number }) => SCREENS.product.path.replace(':id', String(product.id)),
  category: (category: 'printers' | 'photo-printers') => SCREENS[category].path,
  scanners: () => '/category/scanners' satisfies Redirected,
  business: () => '/business' satisfies Redirected,
  /** With answers those of a printer. */
  finder: (answers: Partial<FinderQuery> = {}) => withQuery(SCREENS.finder.path, answers),
  cart: () => SCREENS.cart.path,
  wishlist: () => SCREENS.wishlist.path,
  checkout: () => SCREENS.checkout.path,
  login: () => SCREENS.login.path,
  loginCode: () => SCREENS['login-code'].path,
  signup: () => SCREENS.signup.path,
  account: (view: { readonly tab?: 'overview' | 'orders' | 'profile' | 'settings' } = {}) =>
    withQuery(SCREENS.account.path, view),
  admin: () => rootOf(SCREENS.admin),
  /** A room of the back office: "orders"; with more below it: "orders/100001". */
  room: (room: string, query: Readonly<Record<string, string | undefined>> = {}) =>
    withQuery(`${rootOf(SCREENS.admin)}/${room}`, query),
  /** `order`: the order's number or tracking number, already typed in. */
  track: (asked: { readonly order?: string | number } = {}) => withQuery(SCREENS.track.path, asked),
  support: () => SCREENS.support.path,
  contact: (topic: { readonly inquiryType?: string; readonly subject?: string } = {}) =>
    withQuery(SCREENS.contact.path, topic),
  about: () => SCREENS.about.path,
  careers: () => SCREENS.careers.path,
  partners: () => SCREENS.partners.path,
  press: () => SCREENS.press.path,
  privacy: () => SCREENS.privacy.path,
  terms: () => SCREENS.terms.path,
  /** Starting a return and its state; `order`: the order's number, already typed in. */
  return: (asked: { readonly order?: number } = {}) => withQuery(SCREENS.return.path, asked),
  returns: () => SCREENS.returns.path,
  dataRequest: () => SCREENS['data-request'].path,
  warranty: () => SCREENS.warranty.path,
  installation: () => SCREENS.installation.path,
  manuals: () => SCREENS.manuals.path,
  faq: () => SCREENS.faq.path,
  affiliate: () => SCREENS.affiliate.path,
  /** The products side by side, in this order. */
  compare: (ids: readonly number[] = []) =>
    ids.length === 0 ? SCREENS.compare.path : `${SCREENS.compare.path}?ids=${ids.join(',')}`,
} as const

type Redirected = (typeof REDIRECTS)[number]['path']
