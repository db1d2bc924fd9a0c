import { beginsWith } from '#platform/database/begins-with'
import type { Database, Transaction } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import { createPace } from '#platform/pace'
import type { Order, OrderNote } from '../domain/order.ts'
import type { HistoryEntry } from '../domain/order-moves.ts'
import { searchKeysOf, trackingKeyOf, type TrackedNumber } from '../domain/order-search.ts'
import { OPEN_STATUSES, type OrderStatus } from '../domain/order-status.ts'
import { returnFields, toDocument, toLines, toOrder, toRecord, type OrderRecord } from './order-mapping.ts'
import { orderCollection, orderModel, type OrderDocument } from './order.model.ts'
import { OPEN_RETURNS, shopFilter, type ShopQuery } from './shop-filter.ts'

export type { OrderRecord } from './order-mapping.ts'

export interface OrderRepository {
  /** Those of these pictures that an order shows. */
  shownImages(fileNames: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Stores orders that customers have just placed, each with its first line of history, at the transaction's end, which
   * fails with `OrderNumberTaken` when another order has a number of these.
   */
  insertMany(tx: Transaction, placed: readonly Order[]): void
  /** Any customer's order with its history, for the shop's own work; never for a customer's request. */
  findForShop(id: number, tx?: Transaction): Promise<OrderRecord | null>
  /** Any customers' orders, newest first unless the oldest are asked for. */
  listForShop(
    query: ShopQuery & { readonly isOldestFirst?: true; readonly limit: number; readonly offset: number },
  ): Promise<readonly OrderRecord[]>
  /** How many orders a search finds; it counts no further than `limit`. */
  countForShop(query: ShopQuery, limit: number): Promise<number>
  /** Has the database make ready what a search of any customers' orders needs. */
  prepareSearch(): Promise<void>
  /** The order that carries this number and was ordered with this address; the number alone finds nothing. */
  findTracked(number: TrackedNumber, email: string): Promise<Order | null>
  /** One order of this customer; another customer's order is not found. */
  findOfCustomer(customerId: string, id: number, tx?: Transaction): Promise<Order | null>
  /** This customer's orders, newest first, at most 1,000. */
  listOfCustomer(customerId: string): Promise<readonly Order[]>
  /** What is in this customer's delivered orders, newest first, of at most 1,000. */
  listDeliveredLines(customerId: string): Promise<readonly Pick<Order, 'id' | 'lines'>[]>
  /** This customer's orders that are neither shipped nor canceled. */
  listOpen(customerId: string): Promise<readonly Order[]>
  /** Whether one of this customer's orders with this product was delivered. */
  hasReceived(customerId: string, productId: number): Promise<boolean>
  /** Returns false when the order does not wait for a release any more. */
  release(tx: Transaction, id: number): Promise<boolean>
  countAwaitingRelease(): Promise<number>
  /** Stores lines, costs and address of an order that is still pending. Returns false when it was moved meanwhile. */
  saveChange(tx: Transaction, changed: Order, history: HistoryEntry): Promise<boolean>
  /** Stores where an order goes, and why it changed; read it in the same transaction. */
  saveAddress(tx: Transaction, changed: Order, history: HistoryEntry): Promise<void>
  /** Stores the order's refunds; read it in the same transaction. */
  saveRefunds(tx: Transaction, order: Order): Promise<void>
  saveNote(tx: Transaction, id: number, note: OrderNote): Promise<void>
  /** Stores the order's returns as they are after a step. */
  saveReturns(tx: Transaction, order: Order): Promise<void>
  /** How many orders have returns that wait for staff. */
  countOpenReturns(): Promise<number>
  /** Stores a step if the order still has the status it is taken from. Returns false when it was moved in the meantime. */
  saveMove(tx: Transaction, moved: Order, from: OrderStatus, history: HistoryEntry): Promise<boolean>
}

/** Another order has the number: the server that gave it out has lost it to another one that did so again. */
export class OrderNumberTaken extends Error {
  override readonly name = 'OrderNumberTaken'
}

/** Stands in every change of an order, see `Order.revision`. */
const ONE_CHANGE = { $inc: { revision: 1 } }

/** Search keys are letters and digits. */
const NO_KEY = '#'

const MAX_OF_CUSTOMER = 1000
const READ_AT_ONCE = 200
/** Of the lines of a customer's orders: they are decoded at once, and an order may have a hundred. */
const LINES_OF_AT_ONCE = 50

/** Reads a list whose batches are some hundred orders. */
async function readList<Read>(
  cursor: AsyncIterable<unknown>,
  read: (document: OrderDocument) => Read,
): Promise<readonly Read[]> {
  const found: Read[] = []
  const pace = createPace()
  for await (const document of cursor) {
    found.push(read(document as OrderDocument))
    if (pace.isLong()) await pace.rest()
  }
  return found
}

export function createOrderRepository(database: Database): OrderRepository {
  const orders = database.model(orderModel)
  const rows = orderCollection(database)

  return {
    insertMany(tx, placed) {
      const first = { from: null, to: 'pending', by: 'customer', person: null, reason: null, jobId: null } as const
      tx.writeAtEnd(
        rows,
        placed.map((order) => ({ insert: toDocument(order, [{ ...first, at: order.createdAt }]) })),
        { onDuplicate: () => new OrderNumberTaken() },
      )
    },
    async findForShop(id, tx) {
      const document = await rows.findOne({ _id: id }, { session: tx?.session })
      return document === null ? null : toRecord(document)
    },
    async listForShop({ limit, offset, isOldestFirst, ...query }) {
      // Numbers grow with time.
      const direction = isOldestFirst ? 1 : -1
      const filter = await shopFilter(orders(), query)
      const found = orders().find(filter).sort({ _id: direction }).skip(offset).limit(limit).lean()
      return readList(found.cursor({ batchSize: READ_AT_ONCE }), toRecord)
    },
    countForShop: async (query, limit) => orders().countDocuments(await shopFilter(orders(), query), { limit }),
    async prepareSearch() {
      await orders().exists({ searchKeys: beginsWith(NO_KEY) })
    },
    async shownImages(fileNames) {
      const wanted = new Set(fileNames)
      const shown = new Set<string>()
      // Compares only the end, because a product's image may be stored as a name, a path or an address.
      const batches = readBatches<OrderDocument, Pick<OrderDocument, 'items'>>(database, rows, {
        filter: {},
        projection: { items: 1 },
        batchSize: READ_AT_ONCE,
      })
      for await (const batch of batches) {
        for (const { image } of batch.flatMap(({ items }) => items)) {
          const path = image.replace(/[?#].*/s, '')
          const name = path.slice(path.lastIndexOf('/') + 1)
          if (wanted.has(name)) shown.add(name)
        }
      }
      return shown
    },
    async findTracked({ orderId, trackingKey, aheadOf }, email) {
      const customerEmail = email.toLowerCase()
      const byNumber = orderId === null ? null : await orders().findOne({ _id: orderId, customerEmail }).lean()
      const document =
        byNumber ??
        (trackingKey === '' ? null : await orders().findOne({ trackingKey, customerEmail }).sort({ _id: -1 }).lean()) ??
        (aheadOf === null ? null : await orders().findOne({ _id: aheadOf, customerEmail, trackingKey: null }).lean())
      return document === null ? null : toOrder(document)
    },
    async findOfCustomer(customerId, id, tx) {
      if (!customerId) return null
      const document = await orders().findOne({ _id: id, userId: customerId }, null, { session: tx?.session }).lean()
      return document === null ? null : toOrder(document)
    },
    async listOfCustomer(customerId) {
      // An empty customer id must not match every order without one.
      if (!customerId) return []
      const found = orders().find({ userId: customerId }).sort({ _id: -1 }).limit(MAX_OF_CUSTOMER).lean()
      return readList(found.cursor({ batchSize: READ_AT_ONCE }), toOrder)
    },
    async listDeliveredLines(customerId) {
      if (!customerId) return []
      const batches = readBatches<OrderDocument, Pick<OrderDocument, '_id' | 'items'>>(database, rows, {
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
      return (await readAll(database, rows, { filter, isLasting: true })).map(toOrder)
    },
    async hasReceived(customerId, productId) {
      if (!customerId) return false
      return (await orders().exists({ userId: customerId, status: 'delivered', 'items.productId': productId })) !== null
    },
    async release(tx, id) {
      const filter = { _id: id, status: 'pending', awaitsRelease: true } as const
      const result = await orders().updateOne(
        filter,
        { $unset: { awaitsRelease: '' }, ...ONE_CHANGE },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    countAwaitingRelease: () => orders().countDocuments({ awaitsRelease: true }),
    async saveChange(tx, changed, history) {
      const { items, subtotalCents, shippingCents, taxCents, totalCents, shippingAddress, searchKeys } = toDocument(
        changed,
        [],
      )
      const { updatedAt } = changed
      const $set = { items, subtotalCents, shippingCents, taxCents, totalCents, shippingAddress, searchKeys, updatedAt }
      const result = await orders().updateOne(
        { _id: changed.id, status: 'pending' },
        { $set, $push: { history }, ...ONE_CHANGE },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async saveAddress(tx, changed, history) {
      const { shippingAddress, searchKeys, updatedAt } = toDocument(changed, [])
      await orders().updateOne(
        { _id: changed.id },
        { $set: { shippingAddress, searchKeys, updatedAt }, $push: { history }, ...ONE_CHANGE },
        { session: tx.session },
      )
    },
    async saveNote(tx, id, note) {
      await orders().updateOne({ _id: id }, { $push: { notes: note }, ...ONE_CHANGE }, { session: tx.session })
    },
    async saveRefunds(tx, { id, refunds, updatedAt }) {
      const $set = { refunds: [...refunds], updatedAt }
      await orders().updateOne({ _id: id }, { $set, ...ONE_CHANGE }, { session: tx.session })
    },
    async saveReturns(tx, order) {
      const { openReturns, ...stored } = returnFields(order)
      const $set = { ...stored, searchKeys: searchKeysOf(order), updatedAt: order.updatedAt }
      const change =
        openReturns === undefined ? { $set, $unset: { openReturns: '' } } : { $set: { ...$set, openReturns } }
      await orders().updateOne({ _id: order.id }, { ...change, ...ONE_CHANGE }, { session: tx.session })
    },
    countOpenReturns: () => orders().countDocuments({ openReturns: OPEN_RETURNS }),
    async saveMove(tx, moved, from, history) {
      const result = await orders().updateOne(
        { _id: moved.id, status: from },
        {
          $set: {
            status: moved.status,
            carrier: moved.carrier,
            trackingNumber: moved.trackingNumber,
            estimatedDelivery: moved.estimatedDelivery,
            ...(moved.invoice === null ? {} : { invoice: moved.invoice }),
            updatedAt: moved.updatedAt,
            searchKeys: searchKeysOf(moved),
            trackingKey: moved.trackingNumber === null ? null : trackingKeyOf(moved.trackingNumber),
          },
          $push: { trackingEvents: moved.trackingEvents.at(-1), history },
          $unset: { isSummed: '', awaitsRelease: '' },
          ...ONE_CHANGE,
        },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
  }
}
