import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { handledFilter, handledUpdate } from '#platform/database/handled-entries'
import { readLongPage } from '#platform/shared-kernel/found-page'
import type { HandlingChange } from '#platform/shared-kernel/handled-entry'
import type { EmailProof } from '../domain/user.ts'
import { searchKeysOf, type PrivacyRequest, type PrivacyRequestQuery } from '../domain/privacy-request.ts'
import { ReferenceTaken } from '../errors.ts'
import { privacyRequestModel, toDocument, toRequest, toSubject, type Subject } from './privacy-request.model.ts'

export type { Subject } from './privacy-request.model.ts'

/** Privacy requests, from the form to what was done about them. */
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
  /** The references of the deletions of the person with this address that have begun and are not done. */
  listBegunDeletions(email: string): Promise<readonly string[]>
  /** How many of these are verified and not fulfilled. */
  countUnfulfilled(references: readonly string[]): Promise<number>
  /**
   * Removes the person from all their requests, and closes them, because nobody is left to answer; what was requested
   * and when stays.
   * @param ownedUntil since when the requests of this address are somebody else's; null when they are not
   */
  anonymize(tx: Transaction, email: string, now: Date, ownedUntil: Date | null): Promise<void>
}

const ERASED = 'erased'
/** What a request says once its person is erased. */
const NOBODY = {
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
} as const

export function createPrivacyRequestRepository(database: Database): PrivacyRequestRepository {
  const requests = database.model(privacyRequestModel)
  return {
    async insert(tx, request, proof) {
      const insert = requests().insertOne(toDocument(request, proof), { session: tx.session })
      await refusingDuplicates(insert, () => new ReferenceTaken())
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
      return document === null ? null : toSubject(document)
    },
    async listBegunDeletions(email) {
      const begun = { email, fulfilledAt: null, subject: trusted({ $ne: null }) }
      return (await requests().find(begun, { _id: 1 }).limit(1000).lean()).map(({ _id }) => _id)
    },
    async countUnfulfilled(references) {
      const known = trusted({ $ne: null })
      const filter = { _id: trusted({ $in: references }), email: known, verifiedAt: known, fulfilledAt: null }
      return requests().countDocuments(filter, { limit: references.length })
    },
    async anonymize(tx, email, now, ownedUntil) {
      const notes = [{ at: now, text: 'The personal data of this request was erased.' }]
      const own = ownedUntil === null ? { email } : { email, receivedAt: trusted({ $lte: ownedUntil }) }
      const theirs = await requests().find(own, { requestType: 1 }, { session: tx.session }).lean()
      for (const { _id, requestType } of theirs) {
        const searchKeys = searchKeysOf({ ...NOBODY, reference: _id, requestType })
        const update = { $set: { ...NOBODY, state: 'closed', searchKeys, notes, replies: [] }, $inc: { version: 1 } }
        await requests().updateOne({ _id }, update, { session: tx.session })
      }
    },
  }
}
