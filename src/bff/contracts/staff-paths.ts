import type { ApiPath } from './api-path.ts'
import type { AuditEntry, ProductHistory, QueueList, StaffProduct, StaffReview, Summary, ToDo } from './admin.ts'
import type { BulkEdit, BulkEditRow } from './bulk-edits.ts'
import type { InboxEntry, SavedReply } from './inbox.ts'
import type { StaffOrder } from './staff-orders.ts'
import type { PasskeyCreationOptions } from './passkeys.ts'
import type { PeopleHere } from './presence.ts'
import type { SearchMiss } from './privacy.ts'
import type { ProductLists } from './suppliers.ts'
import type { VerificationWays } from './verification.ts'
import type { CustomerSignedOut, OwnAccess, RecoveryCodes, StaffMember } from './staff.ts'

/* The paths of the calls of the back office, as `api-paths.ts` has those of the shop: no page of a shopper loads them. */

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
