import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { ERASED, withoutPerson } from '../domain/erased-customer.ts'
import type { Order } from '../domain/order.ts'
import { returnFields } from './order-mapping.ts'
import { orderModel } from './order.model.ts'
import { purchaseKeyCollection } from './purchase-key.repository.ts'
import { streamTicketModel } from './stream-ticket.repository.ts'

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

export interface PersonalOrdersRepository {
  /** The ids of a person's orders, oldest first. */
  listIds(person: OrderingPerson): Promise<readonly number[]>
  /** The next orders behind an id that were placed before a time and name their customer; at most 1,000 are read. */
  readPlacedBefore(time: Date, after: number): Promise<OldOrders>
  /** Takes the person out of an order and its history, and deletes the key it was placed under; nothing else changes. */
  erase(tx: Transaction, order: Order): Promise<void>
  /** Deletes a customer's idempotency keys and the tickets for the live updates of their orders. */
  eraseKeysAndTickets(customerId: string): Promise<void>
}

export function createPersonalOrdersRepository(database: Database): PersonalOrdersRepository {
  const orders = database.model(orderModel)
  const keys = purchaseKeyCollection(database)
  const tickets = database.model(streamTicketModel)
  return {
    async listIds({ customerId, email, ownedUntil = null }) {
      const own = {
        customerEmail: email,
        ...(ownedUntil === null ? {} : { createdAt: trusted({ $lte: ownedUntil }) }),
      }
      // No customer and no address must never mean every order without one.
      const filters = [...(customerId ? [{ userId: customerId }] : []), ...(email ? [own] : [])]
      if (filters.length === 0) return []
      const documents = await orders().find({ $or: filters }, { _id: 1 }).sort({ _id: 1 }).lean()
      return documents.map(({ _id: id }) => id)
    },
    async readPlacedBefore(time, after) {
      // Numbers grow with time, so many younger orders in a row end the search, and no index of times is needed. A single
      // one may have been placed while a clock was ahead.
      // The database passes over those that were erased before: after many years they are most of all, every night.
      const documents = await orders()
        .find({ _id: trusted({ $gt: after }), customerEmail: trusted({ $ne: ERASED }) }, { createdAt: 1 })
        .sort({ _id: 1 })
        .limit(READ_AT_ONCE)
        .lean()
      const old = documents.filter(({ createdAt }) => createdAt < time)
      return {
        named: old.map(({ _id: id }) => id),
        last: old.length === 0 || documents.length < READ_AT_ONCE ? null : (documents.at(-1)?._id ?? null),
      }
    },
    async erase(tx, order) {
      const document = await orders().findById(order.id, { history: 1 }, { session: tx.session }).lean()
      const history = (document?.history ?? []).map((entry) => ({ ...entry, reason: null }))
      const { returns, ...rest } = { returns: undefined, ...withoutPerson(order) }
      await orders().updateOne(
        { _id: order.id },
        {
          $set: { ...rest, ...(returns && returnFields({ returns })), history },
          $unset: { notes: '' },
          // What staff have typed about the person since must not be taken for what fits the order still.
          $inc: { revision: 1 },
        },
        { session: tx.session },
      )
      await keys.deleteMany({ customerId: order.customerId, orderId: order.id }, { session: tx.session })
    },
    async eraseKeysAndTickets(customerId) {
      await keys.deleteMany({ customerId })
      await tickets().deleteMany({ customerId })
    },
  }
}
