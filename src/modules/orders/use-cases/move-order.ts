import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { move, type Step } from '../domain/order-moves.ts'
import { isOpen } from '../domain/order-status.ts'
import { takenFromStock, type Order } from '../domain/order.ts'
import { orderStatusChanged, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { OrderingCustomerRepository } from '../persistence/ordering-customer.repository.ts'

/** Who moves an order, and why. */
export interface Mover extends Partial<ActingStaff> {
  /** "customer", "staff" or "shop". */
  readonly by: string
  readonly reason: string | null
  readonly jobId: string | null
}

export type MoveOrder = (tx: Transaction, order: Order, step: Step, mover: Mover) => Promise<Order>

/**
 * Takes one step of an order's life in the caller's transaction: the new state under a guard, the line in the history,
 * the pieces of a canceled order back in stock, the invoice of a shipped one, and the event. There is no other way to
 * move an order.
 * @param order as the same transaction read it
 * @throws OrderCannotMove when the order's life has no such step
 */
export function createMoveOrder(deps: {
  readonly counters: Counters
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'returnStock'>
  readonly orders: Pick<OrderRepository, 'saveMove'>
  readonly customers: Pick<OrderingCustomerRepository, 'release'>
}): MoveOrder {
  const { counters, events, clock, catalog, orders, customers } = deps
  return async function moveOrder(tx, order, step, { by, reason, networkAddress, staff, jobId }) {
    const now = clock.now()
    const next = move(order, step, now)
    // In this transaction, so that a number is used exactly when the order ships.
    const invoice = step.to === 'shipped' ? { number: await counters.take('invoices', 1, tx), at: now } : order.invoice
    const moved = { ...next, invoice }
    const { id: orderId, customerId, status: from } = order
    const isSaved = await orders.saveMove(tx, moved, from, {
      from,
      to: step.to,
      by,
      person: staff?.name ?? null,
      reason,
      at: now,
      jobId,
    })
    if (!isSaved) throw new Error(`Order ${orderId} was moved by somebody else in the meantime.`)
    if (isOpen(from) && !isOpen(step.to)) await customers.release(tx, order)
    if (step.to === 'cancelled') await catalog.returnStock(tx, takenFromStock(order.lines))
    await events.publish(tx, orderStatusChanged, {
      orderId,
      customerId,
      from,
      by,
      reason,
      networkAddress,
      staff,
      ...step,
    })
    return moved
  }
}
