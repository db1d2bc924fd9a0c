import { readAll } from '#platform/database/read-all'
import type { Collection, Database, IndexDescription, Transaction } from '#platform/database/database'

interface PurchaseKeyRow {
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

const INDEXES: readonly IndexDescription[] = [{ key: { customerId: 1 }, name: 'of_customer' }]

/** A key was used before, by another request or in another process. */
export class PurchaseKeyUsed extends Error {
  override readonly name = 'PurchaseKeyUsed'
}

/** The collection of keys, which the erasure of a person empties, too. */
export function purchaseKeyCollection(database: Database): Collection<PurchaseKeyRow> {
  return database.collection('idempotency_keys', INDEXES)
}

/**
 * Which order was placed under which key. Rows are kept as long as the orders name their customer: a key never makes a
 * second one, whereas other calls forget theirs after a week (`#platform/database/repeatable-calls`). They name the
 * customer, with whose account they go, and those of many orders are looked up and written together.
 */
export interface PurchaseKeyRepository {
  find(key: string): Promise<PurchaseKey | null>
  /** Those of these keys under which an order was placed. */
  findUsed(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Stores keys at the end of the transaction, which fails with `PurchaseKeyUsed` when one of them was used before. */
  insertMany(tx: Transaction, purchases: readonly PurchaseKey[]): void
}

export function createPurchaseKeyRepository(database: Database): PurchaseKeyRepository {
  const keys = purchaseKeyCollection(database)
  return {
    async find(key) {
      const row = await keys.findOne({ _id: key })
      if (row === null) return null
      const { _id, ...rest } = row
      return { key: _id, ...rest }
    },
    async findUsed(wanted) {
      const rows = await readAll(database, keys, { filter: { _id: { $in: [...wanted] } } })
      return new Set(rows.map(({ _id }) => _id))
    },
    insertMany(tx, purchases) {
      tx.writeAtEnd(
        keys,
        purchases.map(({ key, ...rest }) => ({ insert: { _id: key, ...rest } })),
        { onDuplicate: () => new PurchaseKeyUsed() },
      )
    },
  }
}
