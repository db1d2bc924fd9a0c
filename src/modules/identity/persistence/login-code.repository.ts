import { Schema, trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { number, optionalText, text, time } from '#platform/database/fields'
import { CODE_TRIES, type LoginCode } from '../domain/login-code.ts'

interface LoginCodeDocument {
  /** A keyed digest of the address and of the browser that asked. */
  _id: string
  codeDigest: string | null
  tries: number
  expiresAt: Date
}

const schema = new Schema<LoginCodeDocument>(
  { _id: text, codeDigest: optionalText, tries: number, expiresAt: time },
  { collection: 'login_codes', versionKey: false },
)
schema.index({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 })

/**
 * The codes that were asked for, one per address and browser: what others ask for and mistype counts in rows of their
 * own. An address without an account has rows too, so that tries at it are answered like tries at any other; no code fits
 * them.
 */
export interface LoginCodeRepository {
  /** Begins anew for an address in a browser: a former code does not count there any more. */
  open(tx: Transaction, key: string, expiresAt: Date): Promise<void>
  /** Stores the code that is about to be sent. Returns false when it would come too late. */
  setCode(key: string, codeDigest: string, now: Date): Promise<boolean>
  /** Counts a try before it is known whether it is right. */
  countTry(key: string, now: Date): Promise<LoginCode | 'expired' | 'used up'>
  /** Returns false when the code was used or replaced meanwhile. */
  use(tx: Transaction, key: string, codeDigest: string): Promise<boolean>
}

export function createLoginCodeRepository(database: Database): LoginCodeRepository {
  const codes = database.connection.model('LoginCode', schema)
  return {
    async open(tx, key, expiresAt) {
      const fresh = { $set: { codeDigest: null, tries: 0, expiresAt } }
      await codes.updateOne({ _id: key }, fresh, { upsert: true, session: tx.session })
    },
    async setCode(key, codeDigest, now) {
      const result = await codes.updateOne({ _id: key, expiresAt: trusted({ $gt: now }) }, { $set: { codeDigest } })
      return result.matchedCount === 1
    },
    async countTry(key, now) {
      const open = { _id: key, expiresAt: trusted({ $gt: now }) }
      const counted = await codes
        .findOneAndUpdate(
          { ...open, tries: trusted({ $lt: CODE_TRIES }) },
          { $inc: { tries: 1 } },
          { returnDocument: 'after' },
        )
        .lean()
      if (counted !== null) return { codeDigest: counted.codeDigest, tries: counted.tries }
      return (await codes.exists(open)) === null ? 'expired' : 'used up'
    },
    async use(tx, key, codeDigest) {
      return (await codes.deleteOne({ _id: key, codeDigest }, { session: tx.session })).deletedCount === 1
    },
  }
}
