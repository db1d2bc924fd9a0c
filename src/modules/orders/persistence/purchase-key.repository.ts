import { Schema, type Connection, type Model } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { number, text, time } from '#platform/database/fields'

export interface PurchaseKeyDocument {
  /** Customer and key in one: that makes it unique without an index of its own. */
  _id: string
  fingerprint: string
  orderId: number
  customerId: string
  createdAt: Date
}

/** The order that was placed under a key, and a fingerprint of its request to compare repeated requests with. */
export interface PurchaseKey {
  readonly key: string
  readonly fingerprint: string
  readonly orderId: number
  readonly customerId: string
  readonly createdAt: Date
}

const schema = new Schema<PurchaseKeyDocument>(
  {
    _id: text,
    fingerprint: text,
    orderId: number,
    customerId: text,
    createdAt: time,
  },
  { collection: 'idempotency_keys', versionKey: false },
)

export function purchaseKeyModel(connection: Connection): Model<PurchaseKeyDocument> {
  return connection.model('IdempotencyKey', schema)
}

/** Rows are kept as long as the orders: a key never makes a second one. */
export interface PurchaseKeyRepository {
  find(key: string): Promise<PurchaseKey | null>
  /** Fails when the key was used before. */
  insert(tx: Transaction, purchase: PurchaseKey): Promise<void>
}

export function createPurchaseKeyRepository(database: Database): PurchaseKeyRepository {
  const keys = purchaseKeyModel(database.connection)
  return {
    async find(key) {
      const document = await keys.findById(key).lean()
      if (document === null) return null
      const { _id, fingerprint, orderId, customerId, createdAt } = document
      return { key: _id, fingerprint, orderId, customerId, createdAt }
    },
    async insert(tx, { key, ...rest }) {
      await keys.insertOne({ _id: key, ...rest }, { session: tx.session })
    },
  }
}
