import { createHash } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { RowWrite } from '#platform/database/write-at-end'
import { DAY_MS, HOUR_MS } from '#platform/time/durations'
import {
  EMPTY_TALLY,
  openOrdersOf,
  withPieces,
  withTime,
  type CustomerTally,
  type HeldOrder,
  type OrdersOfMinute,
} from '../domain/order-limits.ts'
import { takenFromStock, type Order } from '../domain/order.ts'
import type { CustomerOrdersRepository } from './customer-orders.repository.ts'

interface OrderingCustomerRow {
  /** A digest of the account's number, so that the row of a deleted account names nobody. */
  _id: string
  /** What is written here went up with every order that was placed and down with every one that was shipped. */
  openOrders?: number
  openCents?: number
  /** By `pieceKeyOf` the product. */
  pieces?: Record<string, number>
  lastHour?: OrdersOfMinute[]
  /** When the open orders were counted one by one; missing in rows of the version before. */
  countedAt?: Date
  isClosed: boolean
  /** Grows with every write. */
  revision: number
  /** Only once the account is deleted: longer than any request runs. */
  expiresAt?: Date
  /**
   * The version before counts by these two, and can not read a row without them. It alone writes times of orders, so
   * where there are any its counts are not in the others. The next release drops both.
   */
  held: Record<string, never>
  recent: Date[]
}

const INDEXES: readonly IndexDescription[] = [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }]
const CLOSED_ROWS_ARE_KEPT_MS = 30 * DAY_MS
/** How long a tally may be wrong after the version before shipped an order, which counts otherwise. */
const COUNTED_AGAIN_AFTER_MS = HOUR_MS

/** The row was written since it was read, by another process or by a deletion: what was read does not hold any more. */
export class OrderingCustomerChanged extends Error {
  override readonly name = 'OrderingCustomerChanged'
}

/** A tally as it was read. */
export interface StoredTally extends CustomerTally {
  readonly countedAt: Date
  /** 0 when it is not stored yet. */
  readonly revision: number
}

/**
 * One row per ordering customer. Every order is placed in a transaction that writes it, so orders of one customer that
 * come at once are counted one after the other, and none is placed beside the deletion of the account. The row holds
 * counts, so it costs the same however many orders the customer has open; once an hour they are counted anew.
 */
export interface OrderingCustomerRepository {
  /**
   * Reads tallies outside of the transaction that is to write them, so that it can be read with other things at once.
   * Every write to a row raises its `revision`, by which `saveMany` sees that what was read still holds.
   */
  findMany(customerIds: readonly string[], now: Date): Promise<ReadonlyMap<string, StoredTally>>
  /** Stores tallies at the end of the transaction, which fails with `OrderingCustomerChanged` when they do not hold. */
  saveMany(tx: Transaction, tallies: ReadonlyMap<string, StoredTally>): void
  /** An order holds nothing any more: it was shipped or canceled. At most once per order. */
  release(tx: Transaction, order: Order): Promise<void>
  /** An order gave these pieces back and comes to so much less. */
  lessen(tx: Transaction, customerId: string, less: HeldOrder): Promise<void>
  /** The account is being deleted: when this resolves, no order of it can be stored any more. */
  close(customerId: string, now: Date): Promise<void>
}

/** @param orders what a customer has open is counted from, once an hour */
export function createOrderingCustomerRepository(
  database: Database,
  orders: Pick<CustomerOrdersRepository, 'listOpen'>,
): OrderingCustomerRepository {
  const customers = database.collection<OrderingCustomerRow>('ordering_customers', INDEXES)

  async function tallyOf(id: string, row: OrderingCustomerRow, now: Date): Promise<StoredTally> {
    const { openOrders = 0, openCents = 0, pieces = {}, countedAt = new Date(0), isClosed, revision, recent } = row
    const lastHour = recent.reduce(withTime, row.lastHour ?? [])
    const stored = { lastHour, isClosed, revision }
    const isCounted = recent.length === 0 && now.getTime() - countedAt.getTime() < COUNTED_AGAIN_AFTER_MS
    if (isClosed || isCounted) return { ...stored, openOrders, openCents, pieces: readPieces(pieces), countedAt }
    // Read after the row: an order that was placed or ended since then has changed the row, too.
    const open = await orders.listOpen(id)
    return { ...stored, ...openOrdersOf(open.map(heldBy)), countedAt: now }
  }

  /** @param ended the orders that are not open any more */
  async function subtract(tx: Transaction, customerId: string, held: HeldOrder, ended: readonly number[]) {
    const pieces = [...withPieces(new Map(), held.lines)].map(([id, count]) => [`pieces.${pieceKeyOf(id)}`, -count])
    const $inc = { openOrders: -ended.length, openCents: -held.totalCents, ...Object.fromEntries(pieces), revision: 1 }
    const $unset = Object.fromEntries(ended.map((orderId) => [`held.order${orderId}`, '']))
    const update = { $inc, ...(ended.length > 0 && { $unset }) } as mongo.UpdateFilter<OrderingCustomerRow>
    await customers.updateOne({ _id: digestOf(customerId), isClosed: false }, update, { session: tx.session })
  }

  return {
    async findMany(customerIds, now) {
      const digests = customerIds.map(digestOf)
      const rows = await readAll(database, customers, { filter: { _id: { $in: digests } }, isLasting: true })
      const stored = new Map(rows.map((row) => [row._id, row]))
      const tallies = new Map<string, StoredTally>()
      for (const [i, id] of customerIds.entries()) {
        const row = stored.get(digests[i] ?? '')
        tallies.set(
          id,
          row === undefined ? { ...EMPTY_TALLY, countedAt: now, revision: 0 } : await tallyOf(id, row, now),
        )
      }
      return tallies
    },
    saveMany(tx, tallies) {
      const changed = () => new OrderingCustomerChanged()
      const writes = [...tallies].map(([id, { revision, ...tally }]): RowWrite<OrderingCustomerRow> => {
        const _id = digestOf(id)
        const { openOrders, openCents, countedAt } = tally
        const counts = { openOrders, openCents, pieces: writePieces(tally.pieces), lastHour: [...tally.lastHour] }
        const set = { ...counts, countedAt, revision: revision + 1, recent: [] }
        return revision === 0
          ? { insert: { _id, isClosed: tally.isClosed, ...set, held: {} } }
          : { filter: { _id, revision }, update: { $set: set } }
      })
      tx.writeAtEnd(customers, writes, { onMiss: changed, onDuplicate: changed })
    },
    release: (tx, order) => subtract(tx, order.customerId, heldBy(order), [order.id]),
    lessen: (tx, customerId, less) => subtract(tx, customerId, less, []),
    async close(customerId, now) {
      const expiresAt = new Date(now.getTime() + CLOSED_ROWS_ARE_KEPT_MS)
      const nothing = { openOrders: 0, openCents: 0, pieces: {}, lastHour: [], held: {}, recent: [] }
      await customers.updateOne(
        { _id: digestOf(customerId) },
        { $set: { isClosed: true, ...nothing, expiresAt }, $inc: { revision: 1 } },
        { upsert: true },
      )
    },
  }
}

function heldBy({ totalCents, lines }: Order): HeldOrder {
  return { totalCents, lines: takenFromStock(lines) }
}

/** Begins with a letter, because a number in the path of an update may mean a place in a list. */
function pieceKeyOf(productId: number): string {
  return `${PIECE}${productId}`
}
const PIECE = 'product'

function readPieces(stored: Readonly<Record<string, number>>): CustomerTally['pieces'] {
  return new Map(Object.entries(stored).map(([key, count]) => [Number(key.slice(PIECE.length)), count]))
}

/** Without the products of which nothing is held any more. */
function writePieces(pieces: CustomerTally['pieces']): Record<string, number> {
  return Object.fromEntries([...pieces].flatMap(([id, count]) => (count > 0 ? [[pieceKeyOf(id), count]] : [])))
}

function digestOf(customerId: string): string {
  return createHash('sha256').update(customerId).digest('base64url')
}
