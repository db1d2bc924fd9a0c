import { createHash } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { RowWrite } from '#platform/database/write-at-end'
import { EMPTY_TALLY, heldKeyOf, type CustomerTally } from '../domain/order-limits.ts'

interface OrderingCustomerRow {
  /** A digest of the account's number, so that the row of a deleted account names nobody. */
  _id: string
  held: CustomerTally['held']
  recent: Date[]
  isClosed: boolean
  /** Grows with every write. */
  revision: number
  /** Only once the account is deleted: longer than any request runs. */
  expiresAt?: Date
}

const INDEXES: readonly IndexDescription[] = [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }]
const CLOSED_ROWS_ARE_KEPT_MS = 30 * 24 * 3_600_000

/** Another process placed this customer's first order at the same time; the transaction can only be run again. */
export class OrderingCustomerChanged extends Error {
  override readonly name = 'OrderingCustomerChanged'
}

/** A tally as a transaction read it. */
export interface StoredTally extends CustomerTally {
  /** 0 when it is not stored yet. */
  readonly revision: number
}

/**
 * One row per ordering customer. Every order is placed in a transaction that writes it, so orders of one customer that
 * come at once are counted one after the other, and none is placed beside the deletion of the account.
 */
export interface OrderingCustomerRepository {
  findMany(tx: Transaction, customerIds: readonly string[]): Promise<ReadonlyMap<string, StoredTally>>
  /** Stores tallies at the end of the transaction, which fails with `OrderingCustomerChanged`. */
  saveMany(tx: Transaction, tallies: ReadonlyMap<string, StoredTally>): void
  /** An order holds nothing any more: it was shipped or canceled. */
  release(tx: Transaction, customerId: string, orderId: number): Promise<void>
  /** The account is being deleted: when this resolves, no order of it can be stored any more. */
  close(customerId: string, now: Date): Promise<void>
}

export function createOrderingCustomerRepository(database: Database): OrderingCustomerRepository {
  const customers = database.collection<OrderingCustomerRow>('ordering_customers', INDEXES)
  return {
    async findMany(tx, customerIds) {
      const byDigest = new Map(customerIds.map((id) => [digestOf(id), id]))
      const rows = await readAll(database, customers, { filter: { _id: { $in: [...byDigest.keys()] } }, tx })
      const stored = new Map(rows.map((row) => [row._id, row]))
      return new Map(
        [...byDigest].map(([digest, id]) => {
          const row = stored.get(digest)
          if (row === undefined) return [id, { ...EMPTY_TALLY, revision: 0 }]
          const { held, recent, isClosed, revision } = row
          return [id, { held, recent, isClosed, revision }]
        }),
      )
    },
    saveMany(tx, tallies) {
      const changed = () => new OrderingCustomerChanged()
      const writes = [...tallies].map(([id, { held, recent, isClosed, revision }]): RowWrite<OrderingCustomerRow> => {
        const _id = digestOf(id)
        const set = { held, recent: [...recent], revision: revision + 1 }
        return revision === 0
          ? { insert: { _id, isClosed, ...set } }
          : { filter: { _id, revision }, update: { $set: set } }
      })
      tx.writeAtEnd(customers, writes, { onMiss: changed, onDuplicate: changed })
    },
    async release(tx, customerId, orderId) {
      const update = { $unset: { [`held.${heldKeyOf(orderId)}`]: '' }, $inc: { revision: 1 } }
      await customers.updateOne({ _id: digestOf(customerId) }, update as mongo.UpdateFilter<OrderingCustomerRow>, {
        session: tx.session,
      })
    },
    async close(customerId, now) {
      const expiresAt = new Date(now.getTime() + CLOSED_ROWS_ARE_KEPT_MS)
      await customers.updateOne(
        { _id: digestOf(customerId) },
        { $set: { isClosed: true, held: {}, recent: [], expiresAt }, $inc: { revision: 1 } },
        { upsert: true },
      )
    },
  }
}

function digestOf(customerId: string): string {
  return createHash('sha256').update(customerId).digest('base64url')
}
