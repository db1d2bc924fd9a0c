import type { Database, Transaction } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import type { Order } from '../domain/order.ts'
import type { TrackedNumber } from '../domain/order-search.ts'
import { OPEN_STATUSES } from '../domain/order-status.ts'
import { orderCollection, type OrderDocument } from './order-document.ts'
import { toLines, toOrder } from './order-mapping.ts'
import { readOrders } from './read-orders.ts'

/** What a customer, or a guest who names number and address, is shown of their own orders and of no others. */
export interface CustomerOrdersRepository {
  /** One order of this customer; another customer's order is not found. */
  findOfCustomer(customerId: string, id: number, tx?: Transaction): Promise<Order | null>
  /** The order that carries this number and was ordered with this address; the number alone finds nothing. */
  findTracked(number: TrackedNumber, email: string): Promise<Order | null>
  /** This customer's orders, newest first, at most 1,000. */
  listOfCustomer(customerId: string): Promise<readonly Order[]>
  /** What is in this customer's delivered orders, newest first, of at most 1,000. */
  listDeliveredLines(customerId: string): Promise<readonly Pick<Order, 'id' | 'lines'>[]>
  /** This customer's orders that are neither shipped nor canceled. */
  listOpen(customerId: string): Promise<readonly Order[]>
  /** Whether one of this customer's orders with this product was delivered. */
  hasReceived(customerId: string, productId: number): Promise<boolean>
}

const MAX_OF_CUSTOMER = 1000
/** Of the lines of a customer's orders: they are decoded at once, and an order may have a hundred. */
const LINES_OF_AT_ONCE = 50

/** An empty customer id must not match every order without one: it finds nothing. */
export function createCustomerOrdersRepository(database: Database): CustomerOrdersRepository {
  const orders = orderCollection(database)

  return {
    async findOfCustomer(customerId, id, tx) {
      if (!customerId) return null
      const document = await orders.findOne({ _id: id, userId: customerId }, { session: tx?.session })
      return document === null ? null : toOrder(document)
    },
    async findTracked({ orderId, trackingKey, aheadOf }, email) {
      const customerEmail = email.toLowerCase()
      const byNumber = orderId === null ? null : await orders.findOne({ _id: orderId, customerEmail })
      const document =
        byNumber ??
        (trackingKey === '' ? null : await orders.findOne({ trackingKey, customerEmail }, { sort: { _id: -1 } })) ??
        (aheadOf === null ? null : await orders.findOne({ _id: aheadOf, customerEmail, trackingKey: null }))
      return document === null ? null : toOrder(document)
    },
    async listOfCustomer(customerId) {
      if (!customerId) return []
      return readOrders(orders.find({ userId: customerId }).sort({ _id: -1 }).limit(MAX_OF_CUSTOMER), toOrder)
    },
    async listDeliveredLines(customerId) {
      if (!customerId) return []
      const batches = readBatches<OrderDocument, Pick<OrderDocument, '_id' | 'items'>>(database, orders, {
        filter: { userId: customerId, status: 'delivered' },
        projection: { items: 1 },
        sort: { _id: -1 },
        limit: MAX_OF_CUSTOMER,
        batchSize: LINES_OF_AT_ONCE,
      })
      const found: Pick<Order, 'id' | 'lines'>[] = []
      for await (const batch of batches)
        for (const { _id: id, items } of batch) found.push({ id, lines: toLines(items) })
      return found
    },
    async listOpen(customerId) {
      const filter = { userId: customerId, status: { $in: [...OPEN_STATUSES] } }
      return (await readAll(database, orders, { filter, isLasting: true })).map(toOrder)
    },
    async hasReceived(customerId, productId) {
      if (!customerId) return false
      const filter = { userId: customerId, status: 'delivered', 'items.productId': productId } as const
      return (await orders.findOne(filter, { projection: { _id: 1 } })) !== null
    },
  }
}
