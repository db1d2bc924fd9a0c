import type { Database, Transaction } from '#platform/database/database'
import { hashThatNothingFits } from '../domain/unusable-password.ts'
import type { User } from '../domain/user.ts'
import { STAYS, toUser, userCollection } from './user-document.ts'

/** What customers sign in with. */
export interface CredentialsRepository {
  /** The customer with this address together with the hash of their password. */
  find(email: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>
  findPasswordHash(id: string): Promise<string | null>
  /** Returns false when the address or the password was changed after it had been checked. */
  noteSignIn(
    id: string,
    checked: { readonly email: string; readonly passwordHash: string },
    now: Date,
  ): Promise<boolean>
  /** Returns false when the password is no longer the one that was checked. */
  savePassword(
    tx: Transaction,
    id: string,
    hashes: { readonly old: string; readonly new: string },
    now: Date,
  ): Promise<boolean>
  /** A password whose predecessor was not asked for. */
  setPassword(tx: Transaction, id: string, hash: string, now: Date): Promise<void>
  /** No password fits any more, and what came into the account before counts as a stranger's (`ownedSince`). */
  distrust(tx: Transaction, id: string, now: Date): Promise<void>
}

export function createCredentialsRepository(database: Database): CredentialsRepository {
  const users = userCollection(database)

  async function findPasswordHash(id: string, tx?: Transaction): Promise<string | null> {
    const document = await users.findOne({ _id: id }, { projection: { password: 1 }, session: tx?.session })
    return document?.password ?? null
  }

  return {
    async find(email) {
      const document = await users.findOne({ email })
      return document === null ? null : { user: toUser(document), passwordHash: document.password }
    },
    findPasswordHash: (id) => findPasswordHash(id),
    async noteSignIn(id, { email, passwordHash }, now) {
      // The revision makes it a write also when the time stands there already (two sign-ins in one millisecond): an
      // update that changes nothing would not wait for a change of the credentials that is under way.
      const note = { $set: { lastLoginAt: now }, $unset: STAYS, $inc: { revision: 1 } }
      const result = await users.updateOne({ _id: id, email, password: passwordHash }, note)
      return result.matchedCount === 1
    },
    async savePassword(tx, id, hashes, now) {
      const change = { $set: { password: hashes.new, updatedAt: now } }
      const result = await users.updateOne({ _id: id, password: hashes.old }, change, { session: tx.session })
      return result.matchedCount === 1
    },
    async setPassword(tx, id, hash, now) {
      await users.updateOne({ _id: id }, { $set: { password: hash, updatedAt: now } }, { session: tx.session })
    },
    async distrust(tx, id, now) {
      const hash = await findPasswordHash(id, tx)
      if (hash === null) return
      const change = { password: hashThatNothingFits(hash), ownedSince: now }
      await users.updateOne({ _id: id }, { $set: change }, { session: tx.session })
    },
  }
}
