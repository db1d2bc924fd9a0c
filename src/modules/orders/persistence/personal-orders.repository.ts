import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { ERASED, isErased, withoutPerson } from '../domain/erased-customer.ts'
import { returnFields, toRecord, type OrderRecord } from './order-mapping.ts'
import { orderCollection } from './order-document.ts'
import { purchaseKeyCollection } from './purchase-key.repository.ts'
import { streamTicketModel } from './stream-ticket.repository.ts'

/** The change that takes the person out of an order. */
function erasure({ order, history }: OrderRecord) {
  const { returns, ...rest } = { returns: undefined, ...withoutPerson(order) }
  const nameless = history.map((entry) => ({ ...entry, reason: null }))
  return {
    updateOne: {
      filter: { _id: order.id },
      update: {
        $set: { ...rest, ...(returns && returnFields({ returns })), history: nameless },
        $unset: { notes: '' as const },
        // What staff have typed about the person since must not be taken for what fits the order still.
        $inc: { revision: 1 },
      },
    },
  }
}

const READ_AT_ONCE = 1000

/** Whose orders: those of an account, and those that were ordered with an address. */
export interface OrderingPerson {
  readonly customerId: string | null
  readonly email: string
  /** Until when the address was theirs; null or absent while no other account has it. */
  readonly ownedUntil?: Date | null
}

/** Some orders that still name their customer, oldest first. */
export interface OldOrders {
  readonly named: readonly number[]
  /** The id to go on behind; null when there are no more. */
  readonly last: number | null
}

/** The orders of a person, to export them and to take the person out of them. */
export interface PersonalOrdersRepository {
  /** The ids of a person's orders, oldest first. */
  listIds(person: OrderingPerson): Promise<readonly number[]>
  /** The next orders behind an id that were placed before a time and name their customer; at most 1,000 are read. */
  readPlacedBefore(time: Date, after: number): Promise<OldOrders>
  /** Those of these orders that there are, each with its history, in the order of their ids. */
  read(ids: readonly number[], tx?: Transaction): Promise<readonly OrderRecord[]>
  /**
   * Takes persons out of orders and their history, and deletes the keys they were placed under; nothing else changes, and
   * nothing of an order that names nobody any more, because another delivery was quicker.
   */
  erase(tx: Transaction, records: readonly OrderRecord[]): Promise<void>
  /** Deletes a customer's idempotency keys and the tickets for the live updates of their orders. */
  eraseKeysAndTickets(customerId: string): Promise<void>
}

export function createPersonalOrdersRepository(database: Database): PersonalOrdersRepository {
  const orders = orderCollection(database)
  const keys = purchaseKeyCollection(database)
  const tickets = database.model(streamTicketModel)
  return {
    async listIds({ customerId, email, ownedUntil = null }) {
      const own = {
        customerEmail: email,
        ...(ownedUntil === null ? {} : { createdAt: { $lte: ownedUntil } }),
      }
      // No customer and no address must never mean every order without one.
      const filters = [...(customerId ? [{ userId: customerId }] : []), ...(email ? [own] : [])]
      if (filters.length === 0) return []
      const found = orders.find({ $or: filters }, { projection: { _id: 1 } }).sort({ _id: 1 })
      return (await found.toArray()).map(({ _id: id }) => id)
    },
    async readPlacedBefore(time, after) {
      // Numbers grow with time, so many younger orders in a row end the search, and no index of times is needed. A single
      // one may have been placed while a clock was ahead.
      // The database passes over those that were erased before: after many years they are most of all, every night.
      const documents = await orders
        .find({ _id: { $gt: after }, customerEmail: { $ne: ERASED } }, { projection: { createdAt: 1 } })
        .sort({ _id: 1 })
        .limit(READ_AT_ONCE)
        .toArray()
      const old = documents.filter(({ createdAt }) => createdAt < time)
      return {
        named: old.map(({ _id: id }) => id),
        last: old.length === 0 || documents.length < READ_AT_ONCE ? null : (documents.at(-1)?._id ?? null),
      }
    },
    async read(ids, tx = undefined) {
      const found = await readAll(database, orders, {
        filter: { _id: { $in: [...ids] } },
        sort: { _id: 1 },
        tx: tx ?? null,
      })
      return found.map(toRecord)
    },
    async erase(tx, read) {
      const records = read.filter(({ order }) => !isErased(order))
      if (records.length === 0) return
      const { session } = tx
      await orders.bulkWrite(records.map(erasure), { session })
      const ofCustomer = new Map<string, number[]>()
      for (const { order } of records)
        ofCustomer.set(order.customerId, [...(ofCustomer.get(order.customerId) ?? []), order.id])
      for (const [customerId, ids] of ofCustomer)
        await keys.deleteMany({ customerId, orderId: { $in: ids } }, { session })
    },
    async eraseKeysAndTickets(customerId) {
      await keys.deleteMany({ customerId })
      await tickets().deleteMany({ customerId })
    },
  }
}
