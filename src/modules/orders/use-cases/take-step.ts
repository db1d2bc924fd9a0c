import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import { isForgotten } from '../domain/forgotten.ts'
import { move, type Step } from '../domain/order-moves.ts'
import type { Order } from '../domain/order.ts'
import { orderStatusChanged } from '../events.ts'
import { orderMoved } from '../mails/order-moved.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Who moves an order, and why. */
export interface Mover {
  /** "customer", "staff" or "shop". */
  readonly by: string
  readonly reason: string | null
  readonly jobId: string | null
}

export type TakeStep = (tx: Transaction, order: Order, step: Step, mover: Mover) => Promise<Order>

/**
 * Everything that one step of an order's life means, in the caller's transaction: the new state under a guard, the
 * line in the history, the pieces of a cancelled order back in stock, the mail. There is no other way to move an order.
 * @param order as the same transaction read it
 * @throws OrderCannotMove when the order's life has no such step
 */
export function createTakeStep(deps: {
  readonly events: EventBus
  readonly clock: Clock
  readonly jobs: Jobs
  readonly catalog: Pick<CatalogModule, 'returnStock'>
  readonly orders: Pick<OrderRepository, 'saveMove'>
  readonly publicUrl: string | null
}): TakeStep {
  const { events, clock, jobs, catalog, orders, publicUrl } = deps
  return async function takeStep(tx, order, step, { by, reason, jobId }) {
    const now = clock.now()
    const moved = move(order, step, now)
    const { id: orderId, customerId, status: from } = order
    const isSaved = await orders.saveMove(tx, moved, from, { from, to: step.to, by, reason, at: now, jobId })
    if (!isSaved) throw new Error(`Order ${orderId} was moved by somebody else meanwhile.`)
    if (step.to === 'cancelled') await catalog.returnStock(tx, order.lines)
    // The guard above lets one step through, so there is one mail for each.
    const mail = isForgotten(moved) ? null : orderMoved(moved, { publicUrl })
    if (mail !== null) await jobs.enqueue(tx, sendMail, mail)
    await events.publish(tx, orderStatusChanged, { orderId, customerId, from, to: step.to, by })
    return moved
  }
}
