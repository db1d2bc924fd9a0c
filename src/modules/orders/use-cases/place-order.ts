import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import { batchNumbers, type Counters } from '#platform/database/counters'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { createKeyedMutex } from '#platform/keyed-mutex'
import type { Order } from '../domain/order.ts'
import {
  checkLines,
  fingerprintOf,
  newOrder,
  priceLines,
  purchaseKeyOf,
  type OrderRequest,
} from '../domain/placement.ts'
import { IdempotencyKeyReused } from '../errors.ts'
import { orderPlaced } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { PurchaseKeyRepository } from '../persistence/purchase-key.repository.ts'

export type PlaceOrder = (request: OrderRequest) => Promise<{ readonly order: Order; readonly replayed: boolean }>

/**
 * Places an order at today's prices and takes its stock, in one transaction with what must follow. The same key gives the
 * same order again (`replayed`), also to requests in parallel: in this process they wait for the first, between
 * processes the unique row decides.
 * @throws PriceChanged @throws InsufficientStock @throws UnknownProduct with details per line
 * @throws IdempotencyKeyReused @throws InvalidOrderLine @throws OrderTooLarge
 */
export function createPlaceOrder(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'takeStock'>
  readonly orders: OrderRepository
  readonly keys: PurchaseKeyRepository
  readonly reviewMinutes: number
}): PlaceOrder {
  const { database, events, clock, catalog, orders, keys, reviewMinutes } = deps
  const nextNumber = batchNumbers((count) => deps.counters.take('orders', count))
  const withProducts = createKeyedMutex()
  const withKey = createKeyedMutex()

  async function findPlaced(request: OrderRequest, key: string): Promise<Order | null> {
    const purchase = await keys.find(key)
    if (purchase === null) return null
    if (purchase.fingerprint !== fingerprintOf(request)) throw new IdempotencyKeyReused()
    return orders.findOfCustomer(request.customerId, purchase.orderId)
  }

  async function place(request: OrderRequest, key: string | null): Promise<Order> {
    checkLines(request.lines)
    const products = new Set(request.lines.map((line) => String(line.productId)))
    const id = await nextNumber()

    return withProducts([...products], (release) =>
      database.transaction(async (tx) => {
        // Registered first, so that orders waiting for the same products go on before the event listeners have run.
        tx.onCommit(release)
        const sold = await catalog.takeStock(tx, request.lines)
        const order = newOrder(request, priceLines(request.lines, sold), { id, now: clock.now(), reviewMinutes })
        await store(tx, order, key === null ? null : { key, fingerprint: fingerprintOf(request) })
        return order
      }),
    )
  }

  async function store(
    tx: Transaction,
    order: Order,
    purchase: { key: string; fingerprint: string } | null,
  ): Promise<void> {
    const { id: orderId, customerId, createdAt } = order
    if (purchase !== null) await keys.insert(tx, { ...purchase, orderId, customerId, createdAt })
    await orders.insert(tx, order, {
      from: null,
      to: 'pending',
      by: 'customer',
      reason: null,
      at: createdAt,
      jobId: null,
    })
    await events.publish(tx, orderPlaced, { orderId, customerId, totalCents: order.totalCents })
  }

  return async function placeOrder(request) {
    const key = purchaseKeyOf(request)
    if (key === null) return { order: await place(request, null), replayed: false }

    return withKey([key], async (release, hasWaited) => {
      // Nearly every key is new, so it is looked up only after waiting for another request or after an error:
      // an order that exists already may fail for its price, its stock or the key itself.
      if (hasWaited) {
        const placed = await findPlaced(request, key)
        if (placed !== null) {
          release()
          return { order: placed, replayed: true }
        }
      }
      try {
        return { order: await place(request, key), replayed: false }
      } catch (error) {
        const placed = await findPlaced(request, key)
        if (placed === null) throw error
        return { order: placed, replayed: true }
      }
    })
  }
}
