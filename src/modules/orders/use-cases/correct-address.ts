import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import {
  checkRoomForCorrection,
  correctAddress as corrected,
  inOneLine,
  type AddressCorrection,
} from '../domain/address-correction.ts'
import { OrderNotFound } from '../errors.ts'
import { addressCorrected, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export type CorrectAddress = (
  correction: AddressCorrection & ActingStaff & { readonly orderId: number; readonly reason: string },
) => Promise<void>

/**
 * Corrects where an order goes before it ships. The former address stays in the history, the customer gets one mail, and
 * the costs stay as they were agreed on.
 * @throws OrderNotFound @throws AddressNotCorrectable @throws AddressUnchanged
 * @throws TooManyCorrections @throws OrderChangedMeanwhile when it is not at `revision` any more
 */
export function createCorrectAddress(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop' | 'saveAddress'>
}): CorrectAddress {
  const { database, events, clock, orders } = deps
  return async function correctAddress({ orderId, reason, networkAddress, staff, ...correction }) {
    await database.transaction(async (tx) => {
      // Two that change it at once conflict, and the second one reads it anew: its revision is another one then.
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      const { order, history } = found
      const now = clock.now()
      const changed = corrected(order, correction, now)
      checkRoomForCorrection(history)
      await orders.saveAddress(tx, changed, {
        from: order.status,
        to: order.status,
        by: 'staff',
        person: staff?.name ?? null,
        reason: `Address corrected: ${reason} (before: ${inOneLine(order.shippingAddress)})`,
        at: now,
        jobId: null,
      })
      const { customerId } = order
      await events.publish(tx, addressCorrected, { orderId, customerId, networkAddress, staff })
    })
  }
}
