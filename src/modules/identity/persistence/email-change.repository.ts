import { trusted, type QueryFilter } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalText, optionalTime, text, time } from '#platform/database/fields'
import type { EmailChange } from '../domain/email-change.ts'
import type { EmailProof } from '../domain/user.ts'

interface EmailChangeDocument {
  _id: string
  userId: string
  sessionId: string
  oldEmail: string
  newEmail: string
  /** Digests, so that a value read from the database changes no address. */
  proofDigest: string
  proofExpiresAt: Date
  undoDigest: string | null
  requestedAt: Date
  provedAt: Date | null
  expiresAt: Date
}

const emailChangeModel = defineModel<EmailChangeDocument>({
  collection: 'email_changes',
  indexes: [
    { key: { userId: 1 }, name: 'user' },
    { key: { proofDigest: 1 }, name: 'proof' },
    { key: { undoDigest: 1 }, name: 'undo' },
    { key: { oldEmail: 1 }, name: 'old_email' },
    { key: { newEmail: 1 }, name: 'new_email' },
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
  ],
  fields: () => ({
    _id: text,
    userId: text,
    sessionId: text,
    oldEmail: text,
    newEmail: text,
    proofDigest: text,
    proofExpiresAt: time,
    undoDigest: optionalText,
    requestedAt: time,
    provedAt: optionalTime,
    expiresAt: time,
  }),
})

/** New email addresses that customers asked for; of each customer one at most waits for its proof. */
export interface EmailChangeRepository {
  /** Adds a change that waits for its proof, in the place of another one that does. */
  begin(tx: Transaction, change: EmailChange): Promise<void>
  /** The customer's change that waits for its proof. */
  findOpen(userId: string, now: Date, tx?: Transaction): Promise<EmailChange | null>
  /** A new link to prove the address; the one before stops working. The change is kept at least as long as the link counts. */
  saveProof(tx: Transaction, change: EmailChange, proof: EmailProof): Promise<void>
  findByProof(tx: Transaction, digest: string, now: Date): Promise<EmailChange | null>
  findByUndo(tx: Transaction, digest: string, now: Date): Promise<EmailChange | null>
  noteProved(tx: Transaction, id: string, now: Date): Promise<void>
  /** Deletes the change that waits for its proof, or only if another session than this one asked for it. */
  cancelOpen(tx: Transaction, userId: string, exceptSessionId?: string): Promise<void>
  /** Deletes the change that waits for its proof if this session asked for it. */
  cancelOpenOfSession(tx: Transaction, userId: string, sessionId: string): Promise<void>
  /** Deletes a change and all later ones of the customer. */
  deleteSince(tx: Transaction, change: EmailChange): Promise<void>
  /** Whether somebody else may still take a change back to this address, so that nobody can have it. */
  isReserved(tx: Transaction, email: string, now: Date, exceptUserId?: string): Promise<boolean>
  listOfUser(userId: string): Promise<readonly EmailChange[]>
  /** Deletes the changes of a customer, and those from or to this address. */
  deleteOfPerson(tx: Transaction, userId: string | null, email: string): Promise<void>
}

function toChange({ _id: id, proofDigest, proofExpiresAt, ...rest }: EmailChangeDocument): EmailChange {
  return { id, ...rest, proof: { digest: proofDigest, expiresAt: proofExpiresAt } }
}

export function createEmailChangeRepository(database: Database): EmailChangeRepository {
  const changes = database.model(emailChangeModel)

  async function findOne(filter: QueryFilter<EmailChangeDocument>, tx?: Transaction) {
    const document = await changes().findOne(filter, null, { session: tx?.session }).lean()
    return document === null ? null : toChange(document)
  }

  return {
    async begin(tx, { id, proof, ...change }) {
      await changes().deleteMany({ userId: change.userId, provedAt: null }, { session: tx.session })
      await changes().insertOne(
        { _id: id, ...change, proofDigest: proof.digest, proofExpiresAt: proof.expiresAt },
        { session: tx.session },
      )
    },
    findOpen: (userId, now, tx) => findOne({ userId, provedAt: null, expiresAt: trusted({ $gt: now }) }, tx),
    async saveProof(tx, { id, expiresAt: keptUntil }, { digest, expiresAt }) {
      const isKept = keptUntil >= expiresAt
      const link = { proofDigest: digest, proofExpiresAt: expiresAt, ...(isKept ? {} : { expiresAt }) }
      await changes().updateOne({ _id: id }, { $set: link }, { session: tx.session })
    },
    findByProof: (tx, digest, now) =>
      findOne({ proofDigest: digest, provedAt: null, proofExpiresAt: trusted({ $gt: now }) }, tx),
    findByUndo: (tx, digest, now) => findOne({ undoDigest: digest, expiresAt: trusted({ $gt: now }) }, tx),
    async noteProved(tx, id, now) {
      await changes().updateOne({ _id: id }, { $set: { provedAt: now } }, { session: tx.session })
    },
    async cancelOpen(tx, userId, exceptSessionId) {
      const bySession = exceptSessionId === undefined ? {} : { sessionId: trusted({ $ne: exceptSessionId }) }
      await changes().deleteMany({ userId, provedAt: null, ...bySession }, { session: tx.session })
    },
    async cancelOpenOfSession(tx, userId, sessionId) {
      await changes().deleteMany({ userId, provedAt: null, sessionId }, { session: tx.session })
    },
    async deleteSince(tx, { userId, requestedAt }) {
      await changes().deleteMany({ userId, requestedAt: trusted({ $gte: requestedAt }) }, { session: tx.session })
    },
    async isReserved(tx, email, now, exceptUserId) {
      const found = await changes()
        .find(
          {
            oldEmail: email,
            provedAt: trusted({ $ne: null }),
            undoDigest: trusted({ $ne: null }),
            expiresAt: trusted({ $gt: now }),
          },
          { userId: 1 },
          { session: tx.session },
        )
        .lean()
      return found.some(({ userId }) => userId !== exceptUserId)
    },
    async listOfUser(userId) {
      return (await changes().find({ userId }).sort({ requestedAt: -1 }).lean()).map(toChange)
    },
    async deleteOfPerson(tx, userId, email) {
      const filters = [{ oldEmail: email }, { newEmail: email }, ...(userId === null ? [] : [{ userId }])]
      for (const filter of filters) await changes().deleteMany(filter, { session: tx.session })
    },
  }
}
