import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import type { EmailProof, User } from '../domain/user.ts'
import { EmailNotAvailable } from '../errors.ts'
import { NO_PROOF, PROVED, proofFields, STAYS, toUser, userCollection } from './user-document.ts'

/** Whose address a link would prove, and until when it would have counted. */
export interface UsedProof {
  readonly userId: string
  readonly expiresAt: Date
}

/** Which addresses of customers are proved, and by what. */
export interface EmailProofRepository {
  /** A new link to prove the address; the one before stops working. Returns false when the address is already proved. */
  save(tx: Transaction, id: string, proof: EmailProof): Promise<boolean>
  /** Proves the address that a link was sent to; the link is used up. Null when it is unknown, used or too old. */
  prove(tx: Transaction, digest: string, now: Date): Promise<UsedProof | null>
  /** Uses a link up without proving the address that it was sent to. Null as above. */
  useUp(tx: Transaction, digest: string, now: Date): Promise<UsedProof | null>
  /**
   * The customer who proves an address by signing in with a code from its mailbox, as they were before; links that were
   * sent to prove it are used up. Null when nobody has the address.
   */
  proveByCode(tx: Transaction, email: string, now: Date): Promise<User | null>
  /** Another address, which is proved. @throws EmailNotAvailable when another customer has it */
  saveProvedEmail(tx: Transaction, id: string, email: string, now: Date): Promise<void>
}

export function createEmailProofRepository(database: Database): EmailProofRepository {
  const users = userCollection(database)

  async function useUp(tx: Transaction, digest: string, change: typeof PROVED | typeof NO_PROOF, now: Date) {
    const document = await users.findOneAndUpdate(
      { emailVerificationToken: digest, emailVerificationExpires: { $gt: now } },
      { $set: { ...change, updatedAt: now } },
      { session: tx.session },
    )
    return document === null ? null : { userId: document._id, expiresAt: document.emailVerificationExpires ?? now }
  }

  return {
    async save(tx, id, proof) {
      const filter = { _id: id, isEmailVerified: false }
      const result = await users.updateOne(filter, { $set: proofFields(proof) }, { session: tx.session })
      return result.matchedCount === 1
    },
    prove: (tx, digest, now) => useUp(tx, digest, PROVED, now),
    useUp: (tx, digest, now) => useUp(tx, digest, NO_PROOF, now),
    async proveByCode(tx, email, now) {
      const change = { $set: { ...PROVED, lastLoginAt: now, updatedAt: now }, $unset: STAYS }
      const document = await users.findOneAndUpdate({ email }, change, { session: tx.session })
      return document === null ? null : toUser(document)
    },
    async saveProvedEmail(tx, id, email, now) {
      const change = { $set: { ...PROVED, email, updatedAt: now } }
      const update = users.updateOne({ _id: id }, change, { session: tx.session })
      await refusingDuplicates(update, () => new EmailNotAvailable())
    },
  }
}
