import { Schema } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { optionalTime, text } from '#platform/database/fields'

interface SeedingDocument {
  _id: string
  seededAt: Date | null
}

const schema = new Schema<SeedingDocument>(
  { _id: text, seededAt: optionalTime },
  { collection: 'seedings', versionKey: false },
)

/** The row at which processes that seed at the same time meet. */
export interface SeedingRepository {
  /** Makes the row, so that every transaction changes one that exists. */
  prepare(): Promise<void>
  /** Writes to the row: of two transactions at once, one has to start again and then sees what the other did. */
  note(tx: Transaction, now: Date): Promise<void>
}

const DEMO = 'demo-catalogue'

export function createSeedingRepository(database: Database): SeedingRepository {
  const seedings = database.connection.model('Seeding', schema)
  return {
    async prepare() {
      try {
        await seedings.updateOne({ _id: DEMO }, { $setOnInsert: { seededAt: null } }, { upsert: true })
      } catch (error) {
        // Another process made it between our look and our write; it is there, which is all we want.
        if (!isDuplicateKey(error)) throw error
      }
    },
    async note(tx, now) {
      await seedings.updateOne({ _id: DEMO }, { $set: { seededAt: now } }, { session: tx.session })
    },
  }
}
