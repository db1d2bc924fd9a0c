import type { Database, Transaction } from '#platform/database/database'
import type { Order } from '../domain/order.ts'
import type { HistoryEntry } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { orderModel, type OrderDocument } from './order.model.ts'

export interface OrderRepository {
  insert(tx: Transaction, order: Order, history: HistoryEntry): Promise<void>
  /** Any customer's order with its history, for the shop's own work; never for a customer's request. */
  findForShop(id: number, tx: Transaction): Promise<{ readonly order: Order; readonly history: readonly HistoryEntry[] } | null>
  /** One order of this customer; somebody else's is not found. */
  findOfCustomer(customerId: string, id: number): Promise<Order | null>
  /** This customer's orders, newest first, at most 1,000. */
  listOfCustomer(customerId: string): Promise<readonly Order[]>
  /** Stores a step if the order still has the status it is taken from. Answers false when somebody else moved it. */
  saveMove(tx: Transaction, moved: Order, from: OrderStatus, history: HistoryEntry): Promise<boolean>
}

function toOrder(document: OrderDocument): Order {
  return {
    id: document._id,
    customerId: document.userId,
    sessionId: document.sessionId,
    customerEmail: document.customerEmail,
    customerName: document.customerName,
    customerPhone: document.customerPhone,
    shippingAddress: document.shippingAddress,
    billingAddress: document.billingAddress,
    paymentMethod: document.paymentMethod,
    card: { brand: document.cardBrand, last4: document.cardLast4 },
    lines: document.items,
    subtotalCents: document.subtotalCents,
    shippingCents: document.shippingCents,
    taxCents: document.taxCents,
    totalCents: document.totalCents,
    status: document.status,
    carrier: document.carrier,
    trackingNumber: document.trackingNumber,
    estimatedDelivery: document.estimatedDelivery,
    trackingEvents: document.trackingEvents,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    reviewEndsAt: document.reviewEndsAt,
  }
}

function toDocument(order: Order, history: readonly HistoryEntry[]): OrderDocument {
  return {
    _id: order.id,
    sessionId: order.sessionId,
    userId: order.customerId,
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    paymentMethod: order.paymentMethod,
    cardBrand: order.card.brand,
    cardLast4: order.card.last4,
    items: order.lines.map(({ productId, productName, image, quantity, priceCents }) => ({ productId, productName, image, quantity, priceCents })),
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    status: order.status,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    estimatedDelivery: order.estimatedDelivery,
    trackingEvents: [...order.trackingEvents],
    history: [...history],
    reviewEndsAt: order.reviewEndsAt,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  }
}

export function createOrderRepository(database: Database): OrderRepository {
  const orders = orderModel(database.connection)
  return {
    async insert(tx, order, history) {
      // By the driver: the document is built field by field above, and casting it again costs a third of the insert.
      await orders.collection.insertOne(toDocument(order, [history]) as never, { session: tx.session })
    },
    async findForShop(id, tx) {
      const document = await orders.findById(id, null, { session: tx.session }).lean()
      return document === null ? null : { order: toOrder(document), history: document.history }
    },
    async findOfCustomer(customerId, id) {
      if (!customerId) return null
      const document = await orders.findOne({ _id: id, userId: customerId }).lean()
      return document === null ? null : toOrder(document)
    },
    async listOfCustomer(customerId) {
      // No customer must never mean every order without one.
      if (!customerId) return []
      const documents = await orders.find({ userId: customerId }).sort({ createdAt: -1, _id: -1 }).limit(1000).lean()
      return documents.map(toOrder)
    },
    async saveMove(tx, moved, from, history) {
      const result = await orders.updateOne(
        { _id: moved.id, status: from },
        {
          $set: {
            status: moved.status,
            carrier: moved.carrier,
            trackingNumber: moved.trackingNumber,
            estimatedDelivery: moved.estimatedDelivery,
            updatedAt: moved.updatedAt,
          },
          $push: { trackingEvents: moved.trackingEvents.at(-1), history },
        },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
  }
}
