import { Schema } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { text, time } from '#platform/database/fields'
import type { DataExport } from '../domain/privacy-request.ts'

interface DataExportDocument {
  /** A digest, so that a value read from the database opens no export. */
  _id: string
  reference: string
  email: string
  content: string
  expiresAt: Date
}

const schema = new Schema<DataExportDocument>(
  { _id: text, reference: text, email: text, content: text, expiresAt: time },
  { collection: 'data_exports', versionKey: false },
)
schema.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 })
schema.index({ email: 1 }, { name: 'email' })

export interface DataExportRepository {
  insert(
    tx: Transaction,
    digest: string,
    file: DataExport & { readonly email: string; readonly expiresAt: Date },
  ): Promise<void>
  /** Deletes the file and returns it; null when the link is unknown, used or too old. */
  take(digest: string, now: Date): Promise<DataExport | null>
  deleteOf(tx: Transaction, email: string): Promise<void>
}

export function createDataExportRepository(database: Database): DataExportRepository {
  const files = database.connection.model('DataExport', schema)
  return {
    async insert(tx, digest, { reference, email, content, expiresAt }) {
      await files.insertOne({ _id: digest, reference, email, content, expiresAt }, { session: tx.session })
    },
    async take(digest, now) {
      const document = await files.findOneAndDelete({ _id: digest }).lean()
      if (document === null || document.expiresAt <= now) return null
      return { reference: document.reference, content: document.content }
    },
    async deleteOf(tx, email) {
      await files.deleteMany({ email }, { session: tx.session })
    },
  }
}
