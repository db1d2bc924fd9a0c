import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { text, time } from '#platform/database/fields'
import { linkExpiryOf, type DataExport } from '../domain/privacy-request.ts'

interface DataExportDocument {
  /** A digest, so that a value read from the database opens no export. */
  _id: string
  reference: string
  email: string
  /** Absent where it is packed. */
  content?: string
  /** The same compressed, where it is so long that a document could not hold it: the orders of many years. */
  packed?: Buffer
  expiresAt: Date
}

const dataExportModel = defineModel<DataExportDocument>({
  collection: 'data_exports',
  indexes: [
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { email: 1 }, name: 'email' },
  ],
  fields: () => ({ _id: text, reference: text, email: text, content: String, packed: Buffer, expiresAt: time }),
})

/** A document holds 16 MB. */
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024
const pack = promisify<Buffer, Buffer>(gzip)
const unpack = promisify<Buffer, Buffer>(gunzip)

/** The files that people get of their own data, each for one use of its link. */
export interface DataExportRepository {
  insert(
    tx: Transaction,
    digest: string,
    file: DataExport & { readonly email: string; readonly expiresAt: Date },
  ): Promise<void>
  /** Deletes the file and returns it; null when the link is unknown, used or too old. */
  take(digest: string, now: Date): Promise<DataExport | null>
  /** @param ownedUntil since when the files of this address are somebody else's; null when they are not */
  deleteOf(tx: Transaction, email: string, ownedUntil: Date | null): Promise<void>
}

export function createDataExportRepository(database: Database): DataExportRepository {
  const files = database.model(dataExportModel)
  return {
    async insert(tx, digest, { reference, email, content, expiresAt }) {
      const held =
        content.length > MAX_UNPACKED_BYTES ? { packed: await pack(content) } : { content: content.toString() }
      await files().insertOne({ _id: digest, reference, email, ...held, expiresAt }, { session: tx.session })
    },
    async take(digest, now) {
      const document = await files().findOneAndDelete({ _id: digest }, { promoteBuffers: true }).lean()
      if (document === null || document.expiresAt <= now) return null
      const { reference, content, packed } = document
      return { reference, content: packed === undefined ? Buffer.from(content ?? '') : await unpack(packed) }
    },
    async deleteOf(tx, email, ownedUntil) {
      const own = ownedUntil === null ? {} : { expiresAt: trusted({ $lte: linkExpiryOf(ownedUntil) }) }
      await files().deleteMany({ email, ...own }, { session: tx.session })
    },
  }
}
