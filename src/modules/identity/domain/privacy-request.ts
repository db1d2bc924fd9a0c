import type { HandledQuery, Handling } from '#platform/shared-kernel/handled-entry'
import { searchKeys } from '#platform/text/search-words'
import { DAY_MS } from '#platform/time/durations'

export const REQUEST_TYPES = [
  'access',
  'delete',
  'correct',
  'opt-out-sale',
  'opt-out-marketing',
  'data-portability',
  'other',
] as const
export type RequestType = (typeof REQUEST_TYPES)[number]

/** What a person asks for (specification 2, section 5). */
export interface DataRequest {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
  readonly requestType: RequestType
  readonly description: string
  readonly verificationMethod: 'email' | 'phone' | 'mail'
}

/** A stored request. After a deletion it still says what was requested and when, but no longer by whom. */
export interface PrivacyRequest extends Omit<DataRequest, 'email'>, Handling {
  readonly reference: string
  /** Null once the person's data is erased. */
  readonly email: string | null
  /** When the person proved by the link that the address is theirs. */
  readonly verifiedAt: Date | null
  /** When the shop's own job fulfilled it: sent the export, erased the data or recorded the opt-out. */
  readonly fulfilledAt: Date | null
}

/** The job that was to fulfill a request has failed for good: nothing goes on until it is run again. */
export interface RequestFailure {
  readonly jobId: string
  readonly at: Date
  /** The error of its last try. */
  readonly error: string
}

/** A request as staff handle it. */
export interface RequestOfStaff extends PrivacyRequest {
  /** Null when nothing has failed, or it was fulfilled since. */
  readonly failure: RequestFailure | null
}

/** Which requests the inbox asks for. */
export interface PrivacyRequestQuery extends HandledQuery {
  readonly limit: number
  readonly offset: number
}

/** What the link in a mail confirms: still to be confirmed, confirmed by it, or too old to be. */
export interface Confirmation {
  readonly request: PrivacyRequest
  readonly state: 'open' | 'confirmed' | 'expired'
}

/** Whose data it is: an address that was proved, and the account it belongs to, if any. */
export interface Person {
  readonly email: string
  readonly customerId: string | null
}

/** A file with everything that the shop holds of a person, until it is handed out or its link expires. */
export interface DataExport {
  readonly reference: string
  /** JSON in UTF-8 */
  readonly content: Buffer
}

/** What a person can refuse permanently, independent of a browser's settings. */
export type OptOut = 'sale' | 'marketing'

const ANSWERED_WITHIN_DAYS = 45
const LINK_DAYS = 7

/** The reference of a request that was received at this time in ms: "DR-1773475200000" (specification 2, section 4). */
export function referenceOf(ms: number): string {
  return `DR-${ms}`
}

/** Until when a request has to be answered: 45 days (specification 2, section 9). */
export function dueDateOf(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + ANSWERED_WITHIN_DAYS * DAY_MS)
}

/** How long a link of these mails can be used. */
export function linkExpiryOf(now: Date): Date {
  return new Date(now.getTime() + LINK_DAYS * DAY_MS)
}

/** Whether a job fulfills this type once the address is proved; staff answer the others. */
export function isFulfilledByJob(type: RequestType): boolean {
  return type !== 'correct' && type !== 'other'
}

/** By what staff find a request: reference, person, address, type, and the words of the description. */
export function searchKeysOf(
  request: Pick<PrivacyRequest, 'reference' | 'firstName' | 'lastName' | 'email' | 'requestType' | 'description'>,
): string[] {
  const { reference, firstName, lastName, email, requestType, description } = request
  return searchKeys([reference, firstName, lastName, email ?? '', requestType, description])
}

/** Gives requests whose owner was kept by name alone their account. @returns whether there may be more */
export type FillOwnerIds = (idOf: (name: string) => string | null) => Promise<boolean>
