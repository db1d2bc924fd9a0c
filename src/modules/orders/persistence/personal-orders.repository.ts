import type { Database, Transaction } from '#platform/database/database'
import { withoutPerson } from '../domain/forgotten.ts'
import type { Order } from '../domain/order.ts'
import { orderModel } from './order.model.ts'
import { purchaseKeyCollection } from './purchase-key.repository.ts'
import { streamTicketModel } from './stream-ticket.repository.ts'

/** Whose orders: those of an account, and those that were ordered with an address. */
export interface OrderingPerson {
  readonly customerId: string | null
  readonly email: string
}

export interface PersonalOrdersRepository {
  /** The ids of a person's orders, oldest first. */
  listIds(person: OrderingPerson): Promise<readonly number[]>
  /** Takes the person out of an order and its history; nothing else changes. */
  forget(tx: Transaction, order: Order): Promise<void>
  /** Deletes a customer's idempotency keys and the tickets for the live updates of their orders. */
  forgetKeysAndTickets(customerId: string): Promise<void>
}

export function createPersonalOrdersRepository(database: Database): PersonalOrdersRepository {
  const orders = orderModel(database.connection)
  const keys = purchaseKeyCollection(database)
  const tickets = streamTicketModel(database.connection)
  return {
    async listIds({ customerId, email }) {
      // No customer and no address must never mean every order without one.
      const filters = [...(customerId ? [{ userId: customerId }] : []), ...(email ? [{ customerEmail: email }] : [])]
      if (filters.length === 0) return []
      const documents = await orders.find({ $or: filters }, { _id: 1 }).sort({ _id: 1 }).lean()
      return documents.map(({ _id: id }) => id)
    },
    async forget(tx, order) {
      const document = await orders.findById(order.id, { history: 1 }, { session: tx.session }).lean()
      const history = (document?.history ?? []).map((entry) => ({ ...entry, reason: null }))
      await orders.updateOne(
        { _id: order.id },
        { $set: { ...withoutPerson(order), history }, $unset: { notes: '' } },
        { session: tx.session },
      )
    },
    async forgetKeysAndTickets(customerId) {
      await keys.deleteMany({ customerId })
      await tickets.deleteMany({ customerId })
    },
  }
}
