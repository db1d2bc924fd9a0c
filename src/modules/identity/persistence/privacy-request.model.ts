import { Schema } from 'mongoose'
import { defineModel } from '#platform/database/define-model'
import { optionalText, optionalTime, text } from '#platform/database/fields'
import { HANDLED_KEPT_MS, handledFields } from '#platform/database/handled-entries'
import type { Reply } from '#platform/shared-kernel/handled-entry'
import { mergeIdentifiers, type PersonIdentifiers } from '#platform/shared-kernel/person-identifiers'
import { searchKeysOf, type PrivacyRequest } from '../domain/privacy-request.ts'
import type { EmailProof } from '../domain/user.ts'

/** A privacy request as it is stored. */
export interface PrivacyRequestDocument extends Omit<
  PrivacyRequest,
  'reference' | 'notes' | 'replies' | 'version' | 'assigneeId'
> {
  _id: string
  notes: { at: Date; text: string }[]
  /** Absent in requests of an earlier version of the shop that nobody has answered. */
  replies?: Reply[]
  version?: number
  /** Absent where a process of a version before wrote it. */
  assigneeId?: string | null
  /** What staff find it by, see `searchKeysOf`. */
  searchKeys: string[]
  /** A digest, so that a value read from the database verifies nothing. */
  proofDigest: string | null
  proofExpiresAt: Date | null
  /** The person whose data is being deleted, so that the deletion can be finished after a crash. */
  subject: StoredSubject | null
}

/** The account that is being deleted, and what the person had typed about themselves. */
export interface Subject {
  readonly customerId: string | null
  readonly typed: PersonIdentifiers
  /** When the deletion began. */
  readonly begunAt: Date
}

/** A version before kept the same under another name; its jobs may still be under way. */
interface StoredSubject {
  readonly customerId: string | null
  /** Absent in what a version before kept. */
  readonly begunAt?: Date
  readonly typed?: PersonIdentifiers
  readonly facts?: PersonIdentifiers
}

export const privacyRequestModel = defineModel<PrivacyRequestDocument>({
  collection: 'privacy_requests',
  indexes: [
    { key: { receivedAt: -1, _id: -1 }, name: 'newest_first' },
    { key: { receivedAt: 1 }, name: 'kept_3_years', expireAfterSeconds: HANDLED_KEPT_MS / 1000 },
    { key: { email: 1 }, name: 'email' },
    { key: { state: 1, receivedAt: -1, _id: -1 }, name: 'state_newest_first' },
    { key: { searchKeys: 1 }, name: 'search' },
    { key: { proofDigest: 1 }, name: 'proof' },
  ],
  fields: () => ({
    _id: text,
    firstName: text,
    lastName: text,
    email: optionalText,
    phone: optionalText,
    requestType: text,
    description: text,
    verificationMethod: text,
    ...handledFields(),
    verifiedAt: optionalTime,
    fulfilledAt: optionalTime,
    proofDigest: optionalText,
    proofExpiresAt: optionalTime,
    subject: { type: Schema.Types.Mixed, default: null },
  }),
})

/** A stored request, without its link and without the person whose deletion is under way. */
export function toRequest({
  _id: reference,
  proofDigest: _proof,
  proofExpiresAt: _expiry,
  subject: _subject,
  searchKeys: _keys,
  ...request
}: PrivacyRequestDocument): PrivacyRequest {
  const { replies = [], version = 0, assigneeId = null } = request
  return { ...request, reference, replies, version, assigneeId }
}

/** A new request as it is stored, with the link that confirms it. */
export function toDocument(request: PrivacyRequest, { digest, expiresAt }: EmailProof) {
  const { reference, notes, replies, ...rest } = request
  const own = { _id: reference, notes: [...notes], replies: [...replies], searchKeys: searchKeysOf(request) }
  return { ...rest, ...own, proofDigest: digest, proofExpiresAt: expiresAt }
}

/** The person whose deletion is under way; null when there is none. */
export function toSubject({
  subject,
  verifiedAt,
  receivedAt,
}: Pick<PrivacyRequestDocument, 'subject' | 'verifiedAt' | 'receivedAt'>): Subject | null {
  if (subject === null) return null
  const { customerId, typed, facts, begunAt = verifiedAt ?? receivedAt } = subject
  return { customerId, typed: mergeIdentifiers(typed ?? facts ?? {}), begunAt }
}
