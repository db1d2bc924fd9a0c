import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { number, optionalText, text, time } from '#platform/database/fields'
import { CODE_TRIES, type LoginCode } from '../domain/login-code.ts'

interface LoginCodeDocument {
  /** A keyed digest of the address, and of the browser that asked if it is the row of one. */
  _id: string
  codeDigest: string | null
  tries: number
  /** Absent in the rows of an earlier version of the shop. */
  requestId?: string
  expiresAt: Date
}

const loginCodeModel = defineModel<LoginCodeDocument>({
  collection: 'login_codes',
  indexes: [
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
    { key: { codeDigest: 1 }, name: 'code' },
  ],
  fields: () => ({ _id: text, codeDigest: optionalText, tries: number, requestId: String, expiresAt: time }),
})

/**
 * The codes that were asked for, each in the row of the browser that asked and in one of the address, which is for who
 * types it anywhere else: what others ask for and mistype changes that one alone. An address without an account has rows
 * too, so that tries at it are answered like tries at any other; no code fits them.
 */
export interface LoginCodeRepository {
  /** Begins these rows anew: a former code does not count in them any more. */
  open(
    tx: Transaction,
    keys: readonly string[],
    request: { readonly requestId: string; readonly expiresAt: Date },
  ): Promise<void>
  /**
   * Stores the code that is about to be sent, where no later request took the place of its own. Returns false when it would
   * come too late.
   * @param requestId empty where an earlier version of the shop asked
   */
  setCode(keys: readonly string[], requestId: string, codeDigest: string, now: Date): Promise<boolean>
  /** Counts a try before it is known whether it is right. */
  countTry(key: string, now: Date): Promise<LoginCode | 'expired' | 'used up'>
  /** Ends a code in every row. Returns false when it was used, or replaced in this one, meanwhile. */
  use(tx: Transaction, key: string, codeDigest: string): Promise<boolean>
}

export function createLoginCodeRepository(database: Database): LoginCodeRepository {
  const codes = database.model(loginCodeModel)
  return {
    async open(tx, keys, { requestId, expiresAt }) {
      const fresh = { $set: { codeDigest: null, tries: 0, requestId, expiresAt } }
      for (const key of keys) await codes().updateOne({ _id: key }, fresh, { upsert: true, session: tx.session })
    },
    async setCode(keys, requestId, codeDigest, now) {
      const ofRequest = requestId === '' ? {} : { requestId }
      const open = { _id: trusted({ $in: [...keys] }), expiresAt: trusted({ $gt: now }), ...ofRequest }
      return (await codes().updateMany(open, { $set: { codeDigest } })).matchedCount > 0
    },
    async countTry(key, now) {
      const open = { _id: key, expiresAt: trusted({ $gt: now }) }
      const counted = await codes()
        .findOneAndUpdate(
          { ...open, tries: trusted({ $lt: CODE_TRIES }) },
          { $inc: { tries: 1 } },
          { returnDocument: 'after' },
        )
        .lean()
      if (counted !== null) return { codeDigest: counted.codeDigest, tries: counted.tries }
      return (await codes().exists(open)) === null ? 'expired' : 'used up'
    },
    async use(tx, key, codeDigest) {
      const { deletedCount } = await codes().deleteOne({ _id: key, codeDigest }, { session: tx.session })
      if (deletedCount === 1) await codes().deleteMany({ codeDigest }, { session: tx.session })
      return deletedCount === 1
    },
  }
}
