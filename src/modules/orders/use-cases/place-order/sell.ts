import type { CatalogModule, Sale } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Numbering } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { takenFromStock, type Order } from '../../domain/order.ts'
import { checkLimits, limitsFor, withOrder } from '../../domain/order-limits.ts'
import { fingerprintOf, newOrder, priceLines, type OrderRequest } from '../../domain/placement.ts'
import { OrderingCustomerGone, TestCardsNotTaken } from '../../errors.ts'
import { orderPlaced } from '../../events.ts'
import type { OrderRepository } from '../../persistence/order.repository.ts'
import type { OrderingCustomerRepository, StoredTally } from '../../persistence/ordering-customer.repository.ts'
import type { PurchaseKeyRepository } from '../../persistence/purchase-key.repository.ts'
import type { JustPlaced } from '../just-placed.ts'

/** What a customer asks for, and the key under which it counts once; null without one. */
export interface Purchase {
  readonly request: OrderRequest
  readonly key: string | null
}

/** What became of one purchase: the order, or the error that this customer gets. */
export type Outcome = { readonly order: Order } | { readonly error: unknown }

/**
 * Sells what several customers ask for, in the transaction of the caller: at today's prices, as far as the stock goes and
 * their limits allow, each in its turn. What refuses one of them is its outcome, and the others get theirs.
 * @param numbering as many order numbers
 * @returns one outcome per purchase, in their order
 * @throws OrderingCustomerChanged @throws NumbersMoved @throws OrderNumberTaken @throws PurchaseKeyUsed at the commit, for
 * all of them
 */
export type Sell = (
  tx: Transaction,
  purchases: readonly Purchase[],
  numbering: Numbering,
) => Promise<readonly Outcome[]>

/** What selling needs; the settings are those of `createOrdersModule`. */
export interface SellDeps {
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly catalog: Pick<CatalogModule, 'openSale'>
  readonly orders: Pick<OrderRepository, 'insertMany'>
  readonly keys: Pick<PurchaseKeyRepository, 'insertMany'>
  readonly customers: Pick<OrderingCustomerRepository, 'findMany' | 'saveMany'>
  readonly justPlaced: Pick<JustPlaced, 'add'>
  readonly reviewMinutes: number
  readonly releaseAboveCents: number
  readonly limitFactor: number
  readonly expressShippingCents: number | null
  /** Whether test cards, which pay nothing, are taken (default true). */
  readonly takesTestCards?: boolean
}

export function createSell(deps: SellDeps): Sell {
  const { clock, events, catalog, orders, keys, customers, justPlaced } = deps

  /** Takes one order's pieces from the sale, or throws what refuses it and takes none. */
  function sellOne(
    id: number,
    request: OrderRequest,
    sale: Sale,
    tally: StoredTally | undefined,
  ): { readonly order: Order; readonly tally: StoredTally } {
    if (tally === undefined || tally.isClosed) throw new OrderingCustomerGone()
    const { isEmailProved } = request
    const { reviewMinutes, expressShippingCents } = deps
    if (request.paymentMethod === 'pay_with_card' && deps.takesTestCards === false) throw new TestCardsNotTaken()
    const now = clock.now()
    const lines = priceLines(request.lines, sale.offer(request.lines))
    // What is made to order takes nothing from others.
    const taken = takenFromStock(lines)
    checkLimits(tally, taken, { isEmailProved, limits: limitsFor(isEmailProved, deps.limitFactor), now })
    const releaseAboveCents = deps.releaseAboveCents - tally.openCents
    const order = newOrder(request, lines, { id, now, reviewMinutes, releaseAboveCents, expressShippingCents })
    sale.take(lines)
    return { order, tally: { ...tally, ...withOrder(tally, { ...order, lines: taken }, now) } }
  }

  async function store(tx: Transaction, sold: readonly (Purchase & { readonly order: Order })[]): Promise<void> {
    const used = sold.flatMap(({ key, request, order: { id: orderId, customerId, createdAt } }) =>
      key === null ? [] : [{ key, fingerprint: fingerprintOf(request), orderId, customerId, createdAt }],
    )
    keys.insertMany(tx, used)
    orders.insertMany(
      tx,
      sold.map(({ order }) => order),
    )
    tx.onCommit(() => sold.forEach(({ order, request }) => justPlaced.add(order, request)))
    for (const { order } of sold) {
      const { id: orderId, customerId, totalCents } = order
      await events.publish(tx, orderPlaced, { orderId, customerId, totalCents })
    }
  }

  return async function sell(tx, purchases, numbering) {
    const productIds = purchases.flatMap(({ request }) => request.lines.map(({ productId }) => productId))
    const customerIds = [...new Set(purchases.map(({ request }) => request.customerId))]
    // Both readings at once wake the database once.
    const reading = customers.findMany(customerIds, clock.now())
    reading.catch(() => {})
    const sale = await catalog.openSale(tx, productIds)
    const tallies = new Map(await reading)
    const changed = new Map<string, StoredTally>()
    const firstId = await numbering.first
    const outcomes = purchases.map(({ request }, i): Outcome => {
      const { customerId } = request
      try {
        const { order, tally } = sellOne(firstId + i, request, sale, tallies.get(customerId))
        tallies.set(customerId, tally)
        changed.set(customerId, tally)
        return { order }
      } catch (error) {
        return { error }
      }
    })
    if (changed.size > 0) numbering.keep(tx)
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
}
