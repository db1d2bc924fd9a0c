import type { z } from 'zod'
import type { ReviewableList, SavedAddress } from './account.ts'
import type { OwnAlertList } from './alerts.ts'
import type { ApiPath } from './api-path.ts'
import type { OpenStaffSession } from './admin.ts'
import type { PageSum, Product, Review } from './catalog.ts'
import type { FinderAnswer } from './finder.ts'
import type { FinderQuery } from './finder-choices.ts'
import type { User } from './identity.ts'
import type { ListedProduct } from './listed-product.ts'
import type { StreamTicket, TrackedOrder } from './order-life.ts'
import type { Order } from './orders.ts'
import type { PasskeyRequestOptions } from './passkeys.ts'
import type { SessionList } from './sessions.ts'
import type { OpenedInvitation, RecoveryCodes } from './staff.ts'

/*
 * The paths of the browser's API calls, each with the type of its response. The path of a GET is also its SWR key.
 * They are plain strings without zod, because the first load of a page needs them.
 */

export const productPath = (id: number): ApiPath<Product> => `/api/products/${id}`

export interface Fitting {
  readonly products: readonly ListedProduct[]
  readonly black: PageSum | null
  readonly color: PageSum | null
  readonly model: string | null
}

/** The reviews of a product, newest first. */
export const reviewsPath = (productId: number): ApiPath<readonly Review[]> => `${productPath(productId)}/reviews`

/** The supplies that fit a product with the sums behind its cost per page, or the products that a supply fits. */
export const fittingPath = (productId: number): ApiPath<Fitting> => `${productPath(productId)}/fitting`

/** The maximum number of products that one call reads by id. */
export const MAX_IDS_PER_CALL = 100

/** Products by id, in this order. Unknown ids are left out. */
export const productsByIdPath = (ids: readonly number[]): ApiPath<readonly Product[]> =>
  `/api/products?ids=${ids.join(',')}`

export const RELATED_SHOWN = 4

/** Related products of a category. It asks for one more than is shown, because the product itself may be among them. */
export const relatedPath = (category: string): ApiPath<readonly Product[]> =>
  `/api/products?${new URLSearchParams({ category, limit: String(RELATED_SHOWN + 1) })}`

/** The best matches within a category, to choose another product for a comparison. */
export const comparablePath = (category: string, search: string): ApiPath<readonly Product[]> =>
  `/api/products?${new URLSearchParams({ category, search, limit: '10' })}`

/** The four models of the home page (specification 1, section 7, leaves their names open). */
export const MOST_SELLING_MODELS = [
  'HP LaserJet Pro M404dn',
  'HP OfficeJet Pro 9015e',
  'HP DeskJet 4155e',
  'HP ENVY 6055e',
] as const
export const MOST_SELLING_PATH: ApiPath<readonly ListedProduct[]> =
  `/api/products?${new URLSearchParams(MOST_SELLING_MODELS.map((name) => ['name', name]))}`

export const suggestionsPath = (term: string): ApiPath<readonly string[]> =>
  // Not encodeURIComponent, which throws where a term was cut within a character.
  `/api/search-suggestions?${new URLSearchParams({ q: term })}`

/** The printers for these answers. */
export const finderPath = ({ prints, pages, color, scans, connection, paper }: FinderQuery): ApiPath<FinderAnswer> =>
  `/api/finder?${new URLSearchParams({ prints, pages: String(pages), color, scans, connection, paper })}`

/** The customer who is signed in. */
export const SESSION_PATH: ApiPath<User> = '/api/auth/user'
export const ORDERS_PATH: ApiPath<readonly Order[]> = '/api/user/orders'
export const STREAM_TICKET_PATH: ApiPath<z.output<typeof StreamTicket>> = '/api/user/orders/stream-ticket'
/** PUT changes it. */
export const ownOrderPath = (id: number): ApiPath<Order> => `/api/user/orders/${id}`
export const cancelOrderPath = (id: number): ApiPath<Order> => `/api/user/orders/${id}/cancel`
/** Asking to return something, by a customer who is signed in and by a guest. */
export const returnPath = (orderId: number): ApiPath<Order> => `/api/user/orders/${orderId}/returns`
export const guestReturnPath: ApiPath<TrackedOrder> = '/api/orders/returns'
/** Giving one up, likewise. */
export const withdrawReturnPath = (orderId: number, number: string): ApiPath<Order> =>
  `${returnPath(orderId)}/${number}/withdraw`
export const guestWithdrawPath: ApiPath<TrackedOrder> = '/api/orders/returns/withdraw'
/** What the customer waits to be told about products. */
export const ALERTS_PATH: ApiPath<OwnAlertList> = '/api/user/alerts'
/** Where the customer is signed in. */
export const SESSIONS_PATH: ApiPath<SessionList> = '/api/user/sessions'
export const ADDRESSES_PATH: ApiPath<readonly SavedAddress[]> = '/api/user/addresses'
/** The products that the customer has received and not reviewed yet. */
export const REVIEWABLE_PATH: ApiPath<z.output<typeof ReviewableList>> = '/api/user/reviewable'

/* What opens the gate of the back office, or leads to it: on every page the client tells these from its other calls. */

/** Whose the open staff session is. */
export const STAFF_SESSION_PATH: ApiPath<OpenStaffSession> = '/api/admin/session'
export const PERSON_SESSION_PATH: ApiPath<unknown> = '/api/admin/session/person'
export const PASSKEY_SESSION_PATH: ApiPath<unknown> = '/api/admin/session/passkey'
export const PASSKEY_SESSION_OPTIONS_PATH: ApiPath<PasskeyRequestOptions> = '/api/admin/session/passkey/options'
export const INVITATION_PATH: ApiPath<RecoveryCodes> = '/api/admin/invitation'
export const OPEN_INVITATION_PATH: ApiPath<OpenedInvitation> = '/api/admin/invitation/open'
