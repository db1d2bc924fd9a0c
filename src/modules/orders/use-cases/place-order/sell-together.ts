import { combineCalls } from '#platform/concurrency/combine-calls'
import { NumbersMoved, type Counters, type Numbering } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { Overdue } from '#platform/concurrency/within'
import { OrderNumberTaken } from '../../persistence/order.repository.ts'
import { OrderingCustomerChanged } from '../../persistence/ordering-customer.repository.ts'
import { PurchaseKeyUsed, type PurchaseKeyRepository } from '../../persistence/purchase-key.repository.ts'
import type { Outcome, Purchase, Sell } from './sell.ts'

/** How many orders share a transaction at most, so that none waits long for the others. */
const MAX_TOGETHER = 32
/** How long a customer waits for an order; the route's answer says "try again" then. */
const PATIENCE_MS = 15_000
/** The longest run of orders: those that are tried one by one are overdue before it ends. */
const RUN_MS = 2 * PATIENCE_MS

interface WaitingPurchase extends Purchase {
  /** When its customer hears that it did not work, by the process's own time: it is not tried any more then. */
  readonly overdueAt: number
}

/**
 * Orders that come while others are being placed share the next transaction: the products are read once and everything is
 * written in a few commands. With 64 customers at once an order takes less than one command instead of 7; a lone order
 * is not delayed. It costs what this file is about: one that fails the transaction of all must not fail the others.
 * @returns sells one purchase, with others or alone
 */
export function createSellTogether(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly keys: Pick<PurchaseKeyRepository, 'findUsed'>
  readonly sell: Sell
}): (purchase: Purchase) => Promise<Outcome> {
  const { database, counters, keys, sell } = deps

  /**
   * @param next lets the next orders begin; called at the commit, before the event listeners have run
   * @param numbers of an attempt before for the same purchases
   */
  async function sellAll(
    purchases: readonly WaitingPurchase[],
    next: () => void,
    numbers?: Numbering,
  ): Promise<readonly Outcome[]> {
    // Nobody waits for these any more, but others wait behind them.
    if (purchases.every(isOverdue)) return purchases.map(() => ({ error: new Overdue('the order', PATIENCE_MS) }))
    // The transaction begins meanwhile. Tried again, it has the same numbers.
    const numbering = numbers ?? counters.prepare('orders', purchases.length)
    numbering.first.catch(() => {})
    try {
      return await database.transaction(async (tx) => {
        tx.onCommit(next)
        return sell(tx, purchases, numbering)
      })
    } catch (error) {
      // Until it works or nobody waits any more.
      if (error instanceof OrderingCustomerChanged) return sellAll(purchases, next, numbering)
      if (error instanceof NumbersMoved) return sellAll(purchases, next)
      if (error instanceof OrderNumberTaken) {
        // The counter says that it is free, so it must go on without an order.
        return sellAll(purchases, next, { first: counters.take('orders', purchases.length), keep: () => {} })
      }
      if (error instanceof PurchaseKeyUsed) return sellUnused(purchases, error, next)
      if (purchases.length === 1 || isDatabaseUnavailable(error)) return purchases.map(() => ({ error }))
      return sellOneByOne(purchases)
    }
  }

  /** One key that was used before fails the transaction of all: the others are sold together again. */
  async function sellUnused(
    purchases: readonly WaitingPurchase[],
    error: PurchaseKeyUsed,
    next: () => void,
  ): Promise<readonly Outcome[]> {
    const used = await keys.findUsed(purchases.flatMap(({ key }) => key ?? []))
    const isUnused = ({ key }: Purchase) => key === null || !used.has(key)
    const sold = await sellAll(purchases.filter(isUnused), next)
    let count = 0
    return purchases.map((purchase) => (isUnused(purchase) ? (sold[count++] ?? { error }) : { error }))
  }

  /** Something in one of them fails the transaction of all, and nothing says which one it is. */
  async function sellOneByOne(purchases: readonly WaitingPurchase[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    for (const purchase of purchases) outcomes.push(...(await sellAll([purchase], () => {})))
    return outcomes
  }

  const sellWithOthers = combineCalls(sellAll, { max: MAX_TOGETHER, withinMs: RUN_MS })
  return (purchase) => sellWithOthers({ ...purchase, overdueAt: performance.now() + PATIENCE_MS })
}

function isOverdue({ overdueAt }: WaitingPurchase): boolean {
  return performance.now() > overdueAt
}
