import type { mongo } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import type { Order, OrderNote } from '../domain/order.ts'
import type { HistoryEntry } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { orderCollection, type OrderDocument } from './order-document.ts'
import { returnFields, toDocument, toRecord, type OrderRecord } from './order-mapping.ts'

export type { OrderRecord } from './order-mapping.ts'

/** Single orders: how they are placed, found by their number, and changed. */
export interface OrderRepository {
  /**
   * Stores orders that customers have just placed, each with its first line of history, at the transaction's end, which
   * fails with `OrderNumberTaken` when another order has a number of these.
   */
  insertMany(tx: Transaction, placed: readonly Order[]): void
  /** Any customer's order with its history, for the shop's own work; never for a customer's request. */
  findForShop(id: number, tx?: Transaction): Promise<OrderRecord | null>
  /** Returns false when the order does not wait for a release any more. */
  release(tx: Transaction, id: number): Promise<boolean>
  /** Stores a step if the order still has the status it is taken from. Returns false when it was moved in the meantime. */
  saveMove(tx: Transaction, moved: Order, from: OrderStatus, history: HistoryEntry): Promise<boolean>
  /** Stores lines, costs and address of an order that is still pending. Returns false when it was moved meanwhile. */
  saveChange(tx: Transaction, changed: Order, history: HistoryEntry): Promise<boolean>
  /** Stores where an order goes, and why it changed; read it in the same transaction. */
  saveAddress(tx: Transaction, changed: Order, history: HistoryEntry): Promise<void>
  /** Stores the order's refunds; read it in the same transaction. */
  saveRefunds(tx: Transaction, order: Order): Promise<void>
  /** Stores the order's returns as they are after a step. */
  saveReturns(tx: Transaction, order: Order): Promise<void>
  saveNote(tx: Transaction, id: number, note: OrderNote): Promise<void>
}

/** Another order has the number: the server that gave it out has lost it to another one that did so again. */
export class OrderNumberTaken extends Error {
  override readonly name = 'OrderNumberTaken'
}

/** Stands in every change of an order, see `Order.revision`. */
const ONE_CHANGE = { $inc: { revision: 1 } } as const

export function createOrderRepository(database: Database): OrderRepository {
  const orders = orderCollection(database)

  /** @returns whether there is an order that the filter finds */
  async function change(
    tx: Transaction,
    filter: mongo.Filter<OrderDocument>,
    update: mongo.UpdateFilter<OrderDocument>,
  ): Promise<boolean> {
    const result = await orders.updateOne(filter, { ...update, ...ONE_CHANGE }, { session: tx.session })
    return result.matchedCount === 1
  }

  return {
    insertMany(tx, placed) {
      const first = { from: null, to: 'pending', by: 'customer', person: null, reason: null, jobId: null } as const
      tx.writeAtEnd(
        orders,
        placed.map((order) => ({ insert: toDocument(order, [{ ...first, at: order.createdAt }]) })),
        { onDuplicate: () => new OrderNumberTaken() },
      )
    },
    async findForShop(id, tx) {
      const document = await orders.findOne({ _id: id }, { session: tx?.session })
      return document === null ? null : toRecord(document)
    },
    release: (tx, id) =>
      change(tx, { _id: id, status: 'pending', awaitsRelease: true }, { $unset: { awaitsRelease: '' } }),
    saveMove(tx, moved, from, history) {
      const { status, carrier, trackingNumber, trackingKey, estimatedDelivery, ...rest } = toDocument(moved, [])
      const { invoice, searchKeys, trackingEvents, updatedAt } = rest
      const shipment = { carrier, trackingNumber, trackingKey, estimatedDelivery, ...(invoice && { invoice }) }
      return change(
        tx,
        { _id: moved.id, status: from },
        {
          $set: { status, ...shipment, searchKeys, updatedAt },
          $push: { trackingEvents: { $each: trackingEvents.slice(-1) }, history },
          $unset: { isSummed: '', awaitsRelease: '' },
        },
      )
    },
    saveChange(tx, changed, history) {
      const { items, subtotalCents, shippingCents, taxCents, totalCents, ...rest } = toDocument(changed, [])
      const { shippingAddress, searchKeys, updatedAt } = rest
      const $set = { items, subtotalCents, shippingCents, taxCents, totalCents, shippingAddress, searchKeys, updatedAt }
      return change(tx, { _id: changed.id, status: 'pending' }, { $set, $push: { history } })
    },
    async saveAddress(tx, changed, history) {
      const { shippingAddress, searchKeys, updatedAt } = toDocument(changed, [])
      const $set = { shippingAddress, searchKeys, updatedAt }
      await change(tx, { _id: changed.id }, { $set, $push: { history } })
    },
    async saveRefunds(tx, { id, refunds, updatedAt }) {
      await change(tx, { _id: id }, { $set: { refunds: [...refunds], updatedAt } })
    },
    async saveReturns(tx, order) {
      const { openReturns, ...stored } = returnFields(order)
      const { searchKeys, updatedAt } = toDocument(order, [])
      const $set = { ...stored, searchKeys, updatedAt, ...(openReturns !== undefined && { openReturns }) }
      await change(tx, { _id: order.id }, openReturns === undefined ? { $set, $unset: { openReturns: '' } } : { $set })
    },
    async saveNote(tx, id, note) {
      await change(tx, { _id: id }, { $push: { notes: note } })
    },
  }
}
