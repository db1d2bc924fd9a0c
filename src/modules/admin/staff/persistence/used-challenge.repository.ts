import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { text, time } from '#platform/database/fields'

interface UsedChallengeDocument {
  /** The digest of the challenge. */
  _id: string
  /** When nobody could use it any more anyway. */
  expiresAt: Date
}

const staffUsedChallengeModel = defineModel<UsedChallengeDocument>({
  collection: 'staff_used_challenges',
  indexes: [{ key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 }],
  fields: () => ({ _id: text, expiresAt: time }),
})

/** The challenges that a passkey has answered. */
export interface UsedChallengeRepository {
  /** Resolves to false when it was used before. */
  use(tx: Transaction, digest: string, expiresAt: Date): Promise<boolean>
}

export function createUsedChallengeRepository(database: Database): UsedChallengeRepository {
  const challenges = database.model(staffUsedChallengeModel)
  return {
    async use(tx, digest, expiresAt) {
      try {
        await challenges().insertOne({ _id: digest, expiresAt }, { session: tx.session })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
  }
}
