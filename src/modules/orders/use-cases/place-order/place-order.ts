import { LRUCache } from 'lru-cache'
import type { Counters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import { createKeyedMutex } from '#platform/concurrency/keyed-mutex'
import type { Order } from '../../domain/order.ts'
import { checkLines, fingerprintOf, purchaseKeyOf, type OrderRequest } from '../../domain/placement.ts'
import { IdempotencyKeyReused } from '../../errors.ts'
import type { CustomerOrdersRepository } from '../../persistence/customer-orders.repository.ts'
import type { PurchaseKeyRepository } from '../../persistence/purchase-key.repository.ts'
import { createSell, type SellDeps } from './sell.ts'
import { createSellTogether } from './sell-together.ts'

export type PlaceOrder = (request: OrderRequest) => Promise<{ readonly order: Order; readonly isReplay: boolean }>

/** How many keys are known in the process to have been used. */
const MAX_KNOWN_KEYS = 5000

/**
 * Places an order at today's prices and takes its stock, in one transaction with what must follow. The same key gives
 * the same order again (`isReplay`), also to requests in parallel: in this process they wait for the first, between
 * processes the unique row decides.
 * @throws PriceChanged @throws InsufficientStock @throws UnknownProduct with details per line
 * @throws IdempotencyKeyReused @throws InvalidOrderLine @throws OrderTooLarge @throws ExpressChanged @throws TestCardsNotTaken
 * @throws OrderingTooFast @throws TooManyOpenOrders @throws TooManyPieces for what one customer may hold
 * @throws OrderingCustomerGone when the account is being deleted
 * @throws Overdue when the order was not reached within 15 seconds
 */
export function createPlaceOrder(
  deps: SellDeps & {
    readonly database: Database
    readonly counters: Counters
    readonly customerOrders: Pick<CustomerOrdersRepository, 'findOfCustomer'>
    readonly keys: PurchaseKeyRepository
  },
): PlaceOrder {
  const { customerOrders, keys } = deps
  const withKey = createKeyedMutex()
  /** Keys that were used lately. A request that repeats one is not sold with others, because it would hold them up. */
  const knownKeys = new LRUCache<string, true>({ max: MAX_KNOWN_KEYS })
  const sellTogether = createSellTogether({ ...deps, sell: createSell(deps) })

  async function findPlaced(request: OrderRequest, key: string): Promise<Order | null> {
    const purchase = await keys.find(key)
    if (purchase === null) return null
    if (purchase.fingerprint !== fingerprintOf(request)) throw new IdempotencyKeyReused(purchase.orderId)
    return customerOrders.findOfCustomer(request.customerId, purchase.orderId)
  }

  async function place(request: OrderRequest, key: string | null): Promise<Order> {
    checkLines(request.lines)
    const outcome = await sellTogether({ request, key })
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
