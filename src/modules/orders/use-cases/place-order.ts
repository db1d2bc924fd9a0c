import { LRUCache } from 'lru-cache'
import type { CatalogModule, Sale } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import { combineCalls } from '#platform/combine-calls'
import type { Counters } from '#platform/database/counters'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { createKeyedMutex } from '#platform/keyed-mutex'
import { Overdue } from '#platform/within'
import { takenFromStock, type Order } from '../domain/order.ts'
import {
  checkLines,
  fingerprintOf,
  newOrder,
  priceLines,
  purchaseKeyOf,
  type OrderRequest,
} from '../domain/placement.ts'
import { checkLimits, limitsFor, withOrder } from '../domain/order-limits.ts'
import type { JustPlaced } from './just-placed.ts'
import { IdempotencyKeyReused, OrderingCustomerGone } from '../errors.ts'
import { orderPlaced } from '../events.ts'
import { OrderNumberTaken, type OrderRepository } from '../persistence/order.repository.ts'
import {
  OrderingCustomerChanged,
  type OrderingCustomerRepository,
  type StoredTally,
} from '../persistence/ordering-customer.repository.ts'
import { PurchaseKeyUsed, type PurchaseKeyRepository } from '../persistence/purchase-key.repository.ts'

export type PlaceOrder = (request: OrderRequest) => Promise<{ readonly order: Order; readonly isReplay: boolean }>

interface Purchase {
  readonly request: OrderRequest
  readonly key: string | null
  /** When its customer hears that it did not work, by the process's own time: it is not tried any more then. */
  readonly overdueAt: number
}
/** What became of one purchase: the order, or the error that this customer gets. */
type Outcome = { readonly order: Order } | { readonly error: unknown }

/** How many orders share a transaction at most, so that none waits long for the others. */
const MAX_TOGETHER = 32
/** How many keys are known in the process to have been used. */
const MAX_KNOWN_KEYS = 5000
/** How long a customer waits for an order; the route's answer says "try again" then. */
const PATIENCE_MS = 15_000
/** The longest run of orders: those that are tried one by one are overdue before it ends. */
const RUN_MS = 2 * PATIENCE_MS

/**
 * Places an order at today's prices and takes its stock, in one transaction with what must follow. Orders that come
 * while others are being placed share the next transaction: the products are read once and everything is written in a
 * few commands. The same key gives the same order again (`isReplay`), also to requests in parallel: in this process
 * they wait for the first, between processes the unique row decides.
 * @throws PriceChanged @throws InsufficientStock @throws UnknownProduct with details per line
 * @throws IdempotencyKeyReused @throws InvalidOrderLine @throws OrderTooLarge @throws ExpressChanged
 * @throws OrderingTooFast @throws TooManyOpenOrders @throws TooManyPieces for what one customer may hold
 */
export function createPlaceOrder(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'openSale'>
  readonly orders: OrderRepository
  readonly keys: PurchaseKeyRepository
  readonly customers: OrderingCustomerRepository
  readonly justPlaced: Pick<JustPlaced, 'add'>
  readonly reviewMinutes: number
  readonly releaseAboveCents: number
  readonly limitFactor: number
  readonly expressShippingCents: number | null
}): PlaceOrder {
  const { database, counters, events, clock, catalog, orders, keys, customers, reviewMinutes } = deps
  const withKey = createKeyedMutex()
  /**
   * Keys that were used lately. A request that repeats one is not placed with others, because it would hold them up.
   */
  const knownKeys = new LRUCache<string, true>({ max: MAX_KNOWN_KEYS })
  const placeWithOthers = combineCalls(placeTogether, { max: MAX_TOGETHER, withinMs: RUN_MS })

  async function findPlaced(request: OrderRequest, key: string): Promise<Order | null> {
    const purchase = await keys.find(key)
    if (purchase === null) return null
    if (purchase.fingerprint !== fingerprintOf(request)) throw new IdempotencyKeyReused(purchase.orderId)
    return orders.findOfCustomer(request.customerId, purchase.orderId)
  }

  /** @param next lets the next orders begin; called at the commit, before the event listeners have run */
  async function placeTogether(purchases: readonly Purchase[], next: () => void): Promise<readonly Outcome[]> {
    // Nobody waits for these any more, but others wait behind them.
    if (purchases.every(isOverdue)) return purchases.map(() => ({ error: new Overdue('the order', PATIENCE_MS) }))
    try {
      // The counter waits for the disk, so the transaction begins meanwhile. Tried again, it has the same numbers.
      const taking = counters.take('orders', purchases.length)
      taking.catch(() => {})
      return await database.transaction(async (tx) => {
        tx.onCommit(next)
        return placeAll(tx, purchases, taking)
      })
    } catch (error) {
      // With other numbers, until one is free or nobody waits any more.
      const isToRepeat = error instanceof OrderingCustomerChanged || error instanceof OrderNumberTaken
      if (isToRepeat) return placeTogether(purchases, next)
      if (error instanceof PurchaseKeyUsed) return placeUnused(purchases, error, next)
      if (purchases.length === 1 || isDatabaseUnavailable(error)) return purchases.map(() => ({ error }))
      // One of them fails the transaction of all, such as a key that was used before.
      const outcomes: Outcome[] = []
      for (const purchase of purchases) outcomes.push(...(await placeTogether([purchase], () => {})))
      return outcomes
    }
  }

  /** One key that was used before fails the transaction of all: the others are placed together again. */
  async function placeUnused(
    purchases: readonly Purchase[],
    error: PurchaseKeyUsed,
    next: () => void,
  ): Promise<readonly Outcome[]> {
    const used = await keys.findUsed(purchases.flatMap(({ key }) => key ?? []))
    const isUnused = ({ key }: Purchase) => key === null || !used.has(key)
    const placed = await placeTogether(purchases.filter(isUnused), next)
    let count = 0
    return purchases.map((purchase) => (isUnused(purchase) ? (placed[count++] ?? { error }) : { error }))
  }

  async function placeAll(
    tx: Transaction,
    purchases: readonly Purchase[],
    taking: Promise<number>,
  ): Promise<Outcome[]> {
    const productIds = purchases.flatMap(({ request }) => request.lines.map(({ productId }) => productId))
    const customerIds = [...new Set(purchases.map(({ request }) => request.customerId))]
    const tallies = new Map(await customers.findMany(tx, customerIds, clock.now()))
    const changed = new Map<string, StoredTally>()
    const sale = await catalog.openSale(tx, productIds)
    const firstId = await taking
    const outcomes = purchases.map(({ request }, i): Outcome => {
      const { customerId } = request
      try {
        const { order, tally } = placeOne(firstId + i, request, sale, tallies.get(customerId))
        tallies.set(customerId, tally)
        changed.set(customerId, tally)
        return { order }
      } catch (error) {
        return { error }
      }
    })
    await sale.close()
    customers.saveMany(tx, changed)
    await store(
      tx,
      purchases.flatMap((purchase, i) => {
        const outcome = outcomes[i]
        return outcome !== undefined && 'order' in outcome ? [{ ...purchase, order: outcome.order }] : []
      }),
    )
    return outcomes
  }

  /** Takes one order's pieces from the sale, or throws what refuses it and takes none. */
  function placeOne(
    id: number,
    request: OrderRequest,
    sale: Sale,
    tally: StoredTally | undefined,
  ): { readonly order: Order; readonly tally: StoredTally } {
    if (tally === undefined || tally.isClosed) throw new OrderingCustomerGone()
    const { isEmailProved } = request
    const now = clock.now()
    const lines = priceLines(request.lines, sale.offer(request.lines))
    // What is made to order takes nothing from others.
    const taken = takenFromStock(lines)
    checkLimits(tally, taken, { isEmailProved, limits: limitsFor(isEmailProved, deps.limitFactor), now })
    const releaseAboveCents = deps.releaseAboveCents - tally.openCents
    const { expressShippingCents } = deps
    const order = newOrder(request, lines, { id, now, reviewMinutes, releaseAboveCents, expressShippingCents })
    sale.take(lines)
    return { order, tally: { ...tally, ...withOrder(tally, { ...order, lines: taken }, now) } }
  }

  async function store(tx: Transaction, placed: readonly (Purchase & { order: Order })[]): Promise<void> {
    const used = placed.flatMap(({ key, request, order: { id: orderId, customerId, createdAt } }) =>
      key === null ? [] : [{ key, fingerprint: fingerprintOf(request), orderId, customerId, createdAt }],
    )
    keys.insertMany(tx, used)
    orders.insertMany(
      tx,
      placed.map(({ order }) => order),
    )
    tx.onCommit(() => placed.forEach(({ order }) => deps.justPlaced.add(order)))
    for (const { order } of placed) {
      const { id: orderId, customerId, totalCents } = order
      await events.publish(tx, orderPlaced, { orderId, customerId, totalCents })
    }
  }

  async function place(request: OrderRequest, key: string | null): Promise<Order> {
    checkLines(request.lines)
    const outcome = await placeWithOthers({ request, key, overdueAt: performance.now() + PATIENCE_MS })
    if ('error' in outcome) throw outcome.error
    if (key !== null) knownKeys.set(key, true)
    return outcome.order
  }

  return async function placeOrder(request) {
    const key = purchaseKeyOf(request)
    if (key === null) return { order: await place(request, null), isReplay: false }

    return withKey([key], async (release) => {
      // Nearly every key is new, so it is looked up only when it was used here or after an error: an order that exists
      // already may fail for its price, its stock or the key itself.
      if (knownKeys.has(key)) {
        const placed = await findPlaced(request, key)
        if (placed !== null) {
          release()
          return { order: placed, isReplay: true }
        }
      }
      try {
        return { order: await place(request, key), isReplay: false }
      } catch (error) {
        const placed = await findPlaced(request, key)
        if (placed === null) throw error
        knownKeys.set(key, true)
        return { order: placed, isReplay: true }
      }
    })
  }
}

function isOverdue({ overdueAt }: Purchase): boolean {
  return performance.now() > overdueAt
}
