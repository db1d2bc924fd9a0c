import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { optionalTime, text } from '#platform/database/fields'

interface SeedingDocument {
  _id: string
  seededAt: Date | null
}

const seedingModel = defineModel<SeedingDocument>({
  collection: 'seedings',
  indexes: [],
  fields: () => ({ _id: text, seededAt: optionalTime }),
})

/** The row that processes lock when they seed at the same time. */
export interface SeedingRepository {
  /** Creates the row, so that every transaction updates an existing one. */
  prepare(): Promise<void>
  /** Writes to the row, so that one of two concurrent transactions has to start again and sees the other's products. */
  note(tx: Transaction, now: Date): Promise<void>
}

const DEMO = 'demo-catalogue'

export function createSeedingRepository(database: Database): SeedingRepository {
  const seedings = database.model(seedingModel)
  return {
    async prepare() {
      try {
        await seedings().updateOne({ _id: DEMO }, { $setOnInsert: { seededAt: null } }, { upsert: true })
      } catch (error) {
        // Another process has created the row between the read and the write.
        if (!isDuplicateKey(error)) throw error
      }
    },
    async note(tx, now) {
      await seedings().updateOne({ _id: DEMO }, { $set: { seededAt: now } }, { session: tx.session })
    },
  }
}
