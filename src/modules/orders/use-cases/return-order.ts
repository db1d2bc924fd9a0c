import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { WithLock } from '#platform/concurrency/keyed-mutex'
import { isErased } from '../domain/erased-customer.ts'
import { readTrackedNumber } from '../domain/order-search.ts'
import type { Order } from '../domain/order.ts'
import type { OrderReturn, ReturnedLine, ReturnStatus } from '../domain/order-return.ts'
import { moveReturn, restockedPieces, returnOf, returnOfKey, withdrawReturn, withReturn } from '../domain/returns.ts'
import { OrderNotFound } from '../errors.ts'
import { returnChanged, type ActingStaff } from '../events.ts'
import type { CustomerOrdersRepository } from '../persistence/customer-orders.repository.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Whose order: the signed-in customer's, or a guest's by its number and email address. */
export type ReturnedOrder =
  | { readonly customerId: string; readonly orderId: number }
  | { readonly number: string; readonly email: string }

/** What a customer, or a guest, asks to send back. */
export interface RequestedReturn {
  readonly order: ReturnedOrder
  /** The same key is the same return, however often it is sent. */
  readonly key: string | null
  readonly lines: readonly ReturnedLine[]
  /** What the customer wrote. */
  readonly note: string | null
}

/** A step of a return as staff take it. */
export interface ReturnDecision extends ActingStaff {
  readonly orderId: number
  readonly number: number
  readonly to: ReturnStatus
  /** To the customer; required when the return is declined. */
  readonly message: string | null
  /** Lines of the return whose pieces go back in stock, when it is received. */
  readonly restock: readonly number[]
  /** The order's revision that staff had before them; null when they do not say. It counts where money goes back. */
  readonly revision: number | null
}

/** A return that its customer gives up. */
export interface WithdrawnReturn {
  readonly order: ReturnedOrder
  /** The number of the return. */
  readonly number: number
}

export type RequestReturn = (request: RequestedReturn) => Promise<{ readonly order: Order; readonly isReplay: boolean }>
export type WithdrawReturn = (withdrawn: WithdrawnReturn) => Promise<Order>
export type DecideReturn = (decision: ReturnDecision) => Promise<void>

interface Dependencies {
  readonly database: Database
  readonly counters: Counters
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'returnStock' | 'takeStock'>
  readonly orders: Pick<OrderRepository, 'findForShop' | 'saveReturns'>
  readonly customerOrders: Pick<CustomerOrdersRepository, 'findOfCustomer' | 'findTracked'>
  readonly lockOrder: WithLock
}

/**
 * A customer asks to return pieces of a delivered order. Of many tries for the same pieces one succeeds.
 * @throws OrderNotFound, also for somebody else's order and for a wrong email address
 * @throws ReturnKeyReused when the key came with another return
 * @throws NotReturnable @throws ReturnWindowOver @throws TooManyReturned @throws TooManyReturns
 */
export function createRequestReturn(deps: Dependencies): RequestReturn {
  const { database, counters, events, clock, catalog, orders, customerOrders, lockOrder } = deps

  return async function requestReturn({ order: which, ...wanted }) {
    const { id: orderId } = await findOwn(customerOrders, which)
    return lockOrder([String(orderId)], () =>
      database.transaction(async (tx) => {
        const order = await readOwnAgain(orders, orderId, tx)
        if (returnOfKey(order, wanted) !== null) return { order, isReplay: true }
        const products = await catalog.findProducts([...new Set(order.lines.map(({ productId }) => productId))], tx)
        const businessProducts = new Set(products.filter((each) => each.isBusinessProduct).map(({ id }) => id))
        // In this transaction: no index refuses a number that another return has, so none may be given out twice.
        const number = await counters.take('returns', 1, tx)
        const changed = withReturn(order, wanted, { number, now: clock.now(), businessProducts })
        await orders.saveReturns(tx, changed)
        const { customerId } = order
        const step = { orderId, customerId, number, to: 'requested', by: 'customer', restocked: 0 } as const
        await events.publish(tx, returnChanged, step)
        return { order: changed, isReplay: false }
      }),
    )
  }
}

/**
 * A customer gives up a return before it has arrived; its pieces may be returned again.
 * @throws OrderNotFound, also for somebody else's order and for a wrong email address
 * @throws ReturnNotFound @throws ReturnCannotMove
 */
export function createWithdrawReturn(deps: Dependencies): WithdrawReturn {
  const { database, events, clock, orders, customerOrders, lockOrder } = deps

  return async function withdraw({ order: which, number }) {
    const { id: orderId } = await findOwn(customerOrders, which)
    return lockOrder([String(orderId)], () =>
      database.transaction(async (tx) => {
        const order = await readOwnAgain(orders, orderId, tx)
        const changed = withdrawReturn(order, number, clock.now())
        await orders.saveReturns(tx, changed)
        const { customerId } = order
        const step = { orderId, customerId, number, to: 'withdrawn', by: 'customer', restocked: 0 } as const
        await events.publish(tx, returnChanged, step)
        return changed
      }),
    )
  }
}

/**
 * Staff take a return a step further. Of two who do so at the same time one learns that the other was first. Pieces go
 * back in stock only on receipt, and only those that staff name and that were taken from it; they leave it again when the
 * return is declined after all, because its customer gets them back.
 * @throws OrderNotFound @throws ReturnNotFound @throws ReturnCannotMove @throws ReturnNeedsReason
 * @throws OrderChangedMeanwhile when it is refunded, and the order is not at `revision` any more
 */
export function createDecideReturn(deps: Dependencies): DecideReturn {
  const { database, events, clock, catalog, orders, lockOrder } = deps

  /** @returns how many pieces went back in stock; below 0 for those that left it again */
  async function moveStock(tx: Transaction, order: Order, decided: OrderReturn): Promise<number> {
    const pieces = restockedPieces(order, decided)
    if (pieces.length === 0) return 0
    if (decided.status === 'declined') return -(await catalog.takeStock(tx, pieces))
    if (decided.status !== 'received') return 0
    await catalog.returnStock(tx, pieces)
    return pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  }

  return function decideReturn({ orderId, number, to, message, restock, revision, networkAddress, staff }) {
    return lockOrder([String(orderId)], () =>
      database.transaction(async (tx) => {
        const order = await readAgain(orders, orderId, tx)
        const moved = moveReturn(order, { number, to, message, restock, revision }, clock.now())
        await orders.saveReturns(tx, moved)
        const restocked = await moveStock(tx, moved, returnOf(moved, number))
        await events.publish(tx, returnChanged, {
          orderId,
          customerId: order.customerId,
          number,
          to,
          by: 'staff',
          restocked,
          networkAddress,
          staff,
        })
      }),
    )
  }
}

async function findOwn(orders: Dependencies['customerOrders'], which: ReturnedOrder): Promise<Order> {
  const order =
    'customerId' in which
      ? await orders.findOfCustomer(which.customerId, which.orderId)
      : await orders.findTracked(readTrackedNumber(which.number), which.email)
  if (order === null) throw new OrderNotFound()
  return order
}

/** The order as the transaction sees it: two that change it at once conflict, and the second one reads it anew. */
async function readAgain(orders: Dependencies['orders'], orderId: number, tx: Transaction): Promise<Order> {
  const found = await orders.findForShop(orderId, tx)
  if (found === null) throw new OrderNotFound()
  return found.order
}

/** The same for its customer, whom a deletion may have taken out of it since it was looked for. */
async function readOwnAgain(orders: Dependencies['orders'], orderId: number, tx: Transaction): Promise<Order> {
  const order = await readAgain(orders, orderId, tx)
  if (isErased(order)) throw new OrderNotFound()
  return order
}
