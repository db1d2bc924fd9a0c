import { Schema, trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { optionalText, optionalTime, text } from '#platform/database/fields'
import { HANDLED_KEPT_MS, handledFields, handledFilter, handledUpdate } from '#platform/database/handled-entries'
import { readLongPage } from '#platform/found-page'
import type { HandlingChange, Reply } from '#platform/handled-entry'
import { mergeIdentifiers, type PersonIdentifiers } from '#platform/person-identifiers'
import type { EmailProof } from '../domain/user.ts'
import { searchKeysOf, type PrivacyRequest, type PrivacyRequestQuery } from '../domain/privacy-request.ts'
import { ReferenceTaken } from '../errors.ts'

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

const privacyRequestModel = defineModel<PrivacyRequestDocument>({
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

export interface PrivacyRequestRepository {
  /** @throws ReferenceTaken when the reference exists */
  insert(tx: Transaction, request: PrivacyRequest, proof: EmailProof): Promise<void>
  find(reference: string, tx?: Transaction): Promise<PrivacyRequest | null>
  /** Newest first, and how many there are, see `readLongPage`. */
  list(query: PrivacyRequestQuery): Promise<{
    readonly requests: readonly PrivacyRequest[]
    readonly total: number
  }>
  listOfEmail(email: string): Promise<readonly PrivacyRequest[]>
  /** Null when there is no such request. */
  change(reference: string, change: HandlingChange, now: Date, tx: Transaction): Promise<PrivacyRequest | null>
  /** The request that this link is for, and until when it counts; null when it is unknown. */
  findByProof(digest: string): Promise<{ readonly request: PrivacyRequest; readonly expiresAt: Date } | null>
  /** The request that this link verifies just now. Null when it is unknown, used or too old. */
  verify(tx: Transaction, digest: string, now: Date): Promise<PrivacyRequest | null>
  /** The request that staff verified just now; null when it is unknown or was verified before. */
  verifyByStaff(tx: Transaction, reference: string, note: string, now: Date): Promise<PrivacyRequest | null>
  /** Records what the job did and closes the request. Returns false when it was fulfilled before or its person erased. */
  fulfill(
    tx: Transaction,
    request: Pick<PrivacyRequest, 'reference' | 'email'>,
    note: string,
    now: Date,
  ): Promise<boolean>
  /** Keeps the person until the request is fulfilled. Returns false when it was, or its person was erased by another. */
  saveSubject(tx: Transaction, request: Pick<PrivacyRequest, 'reference' | 'email'>, subject: Subject): Promise<boolean>
  findSubject(reference: string): Promise<Subject | null>
  /** Whether a deletion of the person with this address is under way. */
  isBeingErased(email: string): Promise<boolean>
  /**
   * Removes the person from all their requests, and closes them, because nobody is left to answer; what was requested
   * and when stays.
   * @param ownedUntil since when the requests of this address are somebody else's; null when they are not
   */
  anonymize(tx: Transaction, email: string, now: Date, ownedUntil: Date | null): Promise<void>
}

function toRequest({
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

const ERASED = 'erased'

export function createPrivacyRequestRepository(database: Database): PrivacyRequestRepository {
  const requests = database.model(privacyRequestModel)
  return {
    async insert(tx, request, { digest, expiresAt }) {
      const { reference, notes, replies, ...rest } = request
      const searchKeys = searchKeysOf(request)
      const own = { _id: reference, notes: [...notes], replies: [...replies], searchKeys }
      const document = { ...rest, ...own, proofDigest: digest, proofExpiresAt: expiresAt }
      await refusingDuplicates(requests().insertOne(document, { session: tx.session }), () => new ReferenceTaken())
    },
    async find(reference, tx) {
      const document = await requests().findById(reference, null, { session: tx?.session }).lean()
      return document === null ? null : toRequest(document)
    },
    async list({ limit, offset, ...asked }) {
      const filter = handledFilter(asked)
      const { rows, total } = await readLongPage(
        { limit, offset },
        {
          list: () => requests().find(filter).sort({ receivedAt: -1, _id: -1 }).skip(offset).limit(limit).lean(),
          count: (most) => requests().countDocuments(filter, { limit: most }),
        },
      )
      return { requests: rows.map(toRequest), total }
    },
    async listOfEmail(email) {
      const documents = await requests().find({ email }).sort({ receivedAt: -1 }).limit(1000).lean()
      return documents.map(toRequest)
    },
    async change(reference, change, now, tx) {
      const document = await requests()
        .findOneAndUpdate({ _id: reference }, handledUpdate(change, now), {
          returnDocument: 'after',
          session: tx.session,
        })
        .lean()
      return document === null ? null : toRequest(document)
    },
    async findByProof(digest) {
      const document = await requests().findOne({ proofDigest: digest }).lean()
      return document === null
        ? null
        : { request: toRequest(document), expiresAt: document.proofExpiresAt ?? document.receivedAt }
    },
    async verify(tx, digest, now) {
      const document = await requests()
        .findOneAndUpdate(
          { proofDigest: digest, verifiedAt: null, proofExpiresAt: trusted({ $gt: now }) },
          { $set: { verifiedAt: now }, $inc: { version: 1 } },
          { returnDocument: 'after', session: tx.session },
        )
        .lean()
      return document === null ? null : toRequest(document)
    },
    async verifyByStaff(tx, reference, note, now) {
      const document = await requests()
        .findOneAndUpdate(
          { _id: reference, verifiedAt: null },
          { $set: { verifiedAt: now }, $push: { notes: { at: now, text: note } }, $inc: { version: 1 } },
          { returnDocument: 'after', session: tx.session },
        )
        .lean()
      return document === null ? null : toRequest(document)
    },
    async fulfill(tx, { reference, email }, note, now) {
      const result = await requests().updateOne(
        { _id: reference, email, fulfilledAt: null },
        {
          $set: { fulfilledAt: now, state: 'closed', subject: null },
          $push: { notes: { at: now, text: note } },
          $inc: { version: 1 },
        },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async saveSubject(tx, { reference, email }, subject) {
      const due = { _id: reference, email, fulfilledAt: null }
      const result = await requests().updateOne(due, { $set: { subject } }, { session: tx.session })
      return result.matchedCount === 1
    },
    async findSubject(reference) {
      const document = await requests().findById(reference, { subject: 1, verifiedAt: 1, receivedAt: 1 }).lean()
      if (document === null || document.subject === null) return null
      const { customerId, typed, facts, begunAt = document.verifiedAt ?? document.receivedAt } = document.subject
      return { customerId, typed: mergeIdentifiers(typed ?? facts ?? {}), begunAt }
    },
    async isBeingErased(email) {
      const underWay = { email, fulfilledAt: null, subject: trusted({ $ne: null }) }
      return (await requests().exists(underWay)) !== null
    },
    async anonymize(tx, email, now, ownedUntil) {
      const nobody = {
        firstName: ERASED,
        lastName: ERASED,
        email: null,
        phone: null,
        description: ERASED,
        assignee: null,
        assigneeId: null,
        proofDigest: null,
        proofExpiresAt: null,
        subject: null,
      }
      const notes = [{ at: now, text: 'The personal data of this request was erased.' }]
      const own = ownedUntil === null ? { email } : { email, receivedAt: trusted({ $lte: ownedUntil }) }
      const theirs = await requests().find(own, { requestType: 1 }, { session: tx.session }).lean()
      for (const { _id, requestType } of theirs) {
        const searchKeys = searchKeysOf({ ...nobody, reference: _id, requestType })
        const update = { $set: { ...nobody, state: 'closed', searchKeys, notes, replies: [] }, $inc: { version: 1 } }
        await requests().updateOne({ _id }, update, { session: tx.session })
      }
    },
  }
}
