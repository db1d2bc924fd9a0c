import type { z } from 'zod'
import type { ReviewableList, SavedAddress } from './account.ts'
import type { OwnAlertList } from './alerts.ts'
import type { ApiPath } from './api-path.ts'
import type {
  AuditEntry,
  OpenStaffSession,
  ProductHistory,
  QueueList,
  StaffProduct,
  StaffReview,
  Summary,
  ToDo,
} from './admin.ts'
import type { BulkEdit, BulkEditRow } from './bulk-edits.ts'
import type { PageSum, Product, Review } from './catalog.ts'
import type { FinderAnswer } from './finder.ts'
import type { FinderQuery } from './finder-choices.ts'
import type { User } from './identity.ts'
import type { ListedProduct } from './listed-product.ts'
import type { InboxEntry, SavedReply } from './messages.ts'
import type { StaffOrder, StreamTicket, TrackedOrder } from './order-life.ts'
import type { Order } from './orders.ts'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from './passkeys.ts'
import type { PeopleHere } from './presence.ts'
import type { SearchMiss } from './privacy.ts'
import type { SessionList } from './sessions.ts'
import type { ProductLists } from './suppliers.ts'
import type { VerificationWays } from './verification.ts'
import type { CustomerSignedOut, OpenedInvitation, OwnAccess, RecoveryCodes, StaffMember } from './staff.ts'

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

/** Whose the open staff session is. */
export const STAFF_SESSION_PATH: ApiPath<OpenStaffSession> = '/api/admin/session'
export const PERSON_SESSION_PATH: ApiPath<unknown> = '/api/admin/session/person'
export const PASSKEY_SESSION_PATH: ApiPath<unknown> = '/api/admin/session/passkey'
export const PASSKEY_SESSION_OPTIONS_PATH: ApiPath<PasskeyRequestOptions> = '/api/admin/session/passkey/options'
export const INVITATION_PATH: ApiPath<RecoveryCodes> = '/api/admin/invitation'
export const OPEN_INVITATION_PATH: ApiPath<OpenedInvitation> = '/api/admin/invitation/open'
/** Who has access to the back office. */
export const STAFF_MEMBERS_PATH: ApiPath<readonly StaffMember[]> = '/api/admin/staff'
export const staffMemberPath = (id: string): ApiPath<StaffMember> => `/api/admin/staff/${id}`
/** The own access of signed-in staff. */
export const OWN_ACCESS_PATH: ApiPath<OwnAccess> = '/api/admin/me'
export const RECOVERY_CODES_PATH: ApiPath<RecoveryCodes> = '/api/admin/me/recovery-codes'
export const OWN_PASSKEYS_PATH: ApiPath<unknown> = '/api/admin/me/passkeys'
export const PASSKEY_OPTIONS_PATH: ApiPath<PasskeyCreationOptions> = '/api/admin/me/passkeys/options'
export const customerSessionsPath = (customerId: string): ApiPath<CustomerSignedOut> =>
  `/api/admin/customers/${customerId}/sessions`
export const summaryPath = (days: string): ApiPath<Summary> => `/api/admin/summary?days=${days}`
export const searchMissesPath = (days: string): ApiPath<readonly SearchMiss[]> =>
  `/api/admin/search-misses?days=${days}`
export const TO_DO_PATH: ApiPath<ToDo> = '/api/admin/to-do'
export const QUEUES_PATH: ApiPath<QueueList> = '/api/admin/queues'
export const STAFF_PRODUCTS_PATH: ApiPath<readonly StaffProduct[]> = '/api/admin/products'
/** Changes of many products at once, newest first. */
export const BULK_EDITS_PATH: ApiPath<readonly BulkEdit[]> = '/api/admin/bulk-edits'
export const productHistoryPath = (id: number): ApiPath<ProductHistory> => `/api/admin/products/${id}/history`
export const staffReviewsPath = (productId: number): ApiPath<readonly StaffReview[]> =>
  `${STAFF_PRODUCTS_PATH}/${productId}/reviews`
export const hideReviewPath = (productId: number, id: string): ApiPath<StaffReview> =>
  `${staffReviewsPath(productId)}/${id}/hide`
export const showReviewPath = (productId: number, id: string): ApiPath<StaffReview> =>
  `${staffReviewsPath(productId)}/${id}/show`
export const productListsPath = (id: number): ApiPath<ProductLists> => `/api/admin/products/${id}/lists`
export const NEW_BULK_EDIT_PATH: ApiPath<BulkEdit> = '/api/admin/bulk-edits'
export const bulkEditPath = (id: string): ApiPath<BulkEdit> => `${BULK_EDITS_PATH}/${id}`
export const bulkEditRowsPath = (id: string, outcome: string): ApiPath<readonly BulkEditRow[]> =>
  `${bulkEditPath(id)}/rows?outcome=${outcome}`
export const STAFF_ORDERS_PATH: ApiPath<readonly StaffOrder[]> = '/api/admin/orders'
export const staffOrderPath = (id: number): ApiPath<StaffOrder> => `${STAFF_ORDERS_PATH}/${id}`
export const decideReturnPath = (orderId: number, number: string): ApiPath<StaffOrder> =>
  `${staffOrderPath(orderId)}/returns/${number}/status`
export const orderNotesPath = (id: number): ApiPath<StaffOrder> => `${staffOrderPath(id)}/notes`
export const orderAddressPath = (id: number): ApiPath<StaffOrder> => `${staffOrderPath(id)}/address`
export const refundsPath = (orderId: number): ApiPath<StaffOrder> => `${staffOrderPath(orderId)}/refunds`
export const releaseOrderPath = (id: number): ApiPath<StaffOrder> => `${staffOrderPath(id)}/release`
export const INBOX_PATH: ApiPath<readonly InboxEntry[]> = '/api/admin/inbox'
export const inboxEntryPath = (id: string): ApiPath<InboxEntry> => `${INBOX_PATH}/${encodeURIComponent(id)}`
/** How staff verify who made a privacy request. */
export const sendReplyAgainPath = (id: string, reply: string): ApiPath<InboxEntry> =>
  `${inboxEntryPath(id)}/replies/${encodeURIComponent(reply)}/send`
export const verificationPath = (id: string): ApiPath<VerificationWays> => `${inboxEntryPath(id)}/verification`
/** Who may answer messages. */
export const INBOX_PEOPLE_PATH: ApiPath<
  readonly { readonly id: string; readonly name: string; readonly email: string | null }[]
> = '/api/admin/inbox/people'
export const SAVED_REPLIES_PATH: ApiPath<readonly SavedReply[]> = '/api/admin/saved-replies'
/** What several of the staff can have open at the same time, with its part of the API's path. */
const PLACES = {
  order: 'orders',
  product: 'products',
  inbox: 'inbox',
  import: 'imports',
  supplier: 'suppliers',
  'saved-reply': 'saved-replies',
} as const
export type PlaceKind = keyof typeof PLACES
/** POST says that somebody has the thing open, and gets who else has. */
export const presencePath = (kind: PlaceKind, id: string): ApiPath<PeopleHere> =>
  `/api/admin/${PLACES[kind]}/${encodeURIComponent(id)}/presence`
export const AUDIT_PATH: ApiPath<readonly AuditEntry[]> = '/api/admin/audit'
