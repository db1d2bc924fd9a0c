import { searchWords } from '#platform/search-words'

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

export const REQUEST_STATES = ['open', 'answered', 'closed'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

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
export interface PrivacyRequest extends Omit<DataRequest, 'email'> {
  readonly reference: string
  /** Null once the person's data is erased. */
  readonly email: string | null
  readonly state: RequestState
  /** The name of the member of staff who takes care of it. */
  readonly assignee: string | null
  /** Their account; null also where a version before this one kept the name alone. */
  readonly assigneeId: string | null
  readonly notes: readonly { readonly at: Date; readonly text: string }[]
  readonly replies: readonly RequestReply[]
  readonly receivedAt: Date
  /** Answered within 45 days (specification 2, section 9). */
  readonly dueAt: Date
  /** When the person proved by the link that the address is theirs. */
  readonly verifiedAt: Date | null
  /** When the shop's own job fulfilled it: sent the export, erased the data or recorded the opt-out. */
  readonly fulfilledAt: Date | null
  /** How often it was changed: whoever changes it says which one they saw. */
  readonly version: number
}

/** What staff answered by mail. */
export interface RequestReply {
  readonly id: string
  readonly at: Date
  readonly by: string
  readonly text: string
  readonly state: 'sending' | 'waiting' | 'sent' | 'failed'
  readonly problem: string | null
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

const DAY_MS = 86_400_000
const ANSWERED_WITHIN_DAYS = 45
const LINK_DAYS = 7

export function referenceOf(ms: number): string {
  return `DR-${ms}`
}

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

const MOST_KEYS = 400

/** By what staff find a request: reference, person, address, type, and the words of the description. */
export function searchKeysOf(
  request: Pick<PrivacyRequest, 'reference' | 'firstName' | 'lastName' | 'email' | 'requestType' | 'description'>,
): string[] {
  const { reference, firstName, lastName, email, requestType, description } = request
  const texts = [reference, firstName, lastName, email ?? '', requestType, description]
  return [...new Set(texts.flatMap(searchWords))].slice(0, MOST_KEYS)
}
