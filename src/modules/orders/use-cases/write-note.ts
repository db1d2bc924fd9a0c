import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { NoteMade } from '#platform/database/repeatable-calls'
import type { EventBus } from '#platform/events/event-bus'
import { checkRoomForNote } from '../domain/order-notes.ts'
import { OrderNotFound } from '../errors.ts'
import { orderNoted, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export type WriteNote = (
  note: ActingStaff & { readonly orderId: number; readonly text: string },
  noteMade?: NoteMade,
) => Promise<void>

/**
 * Keeps a note of staff with an order; the log says that there is one, and not what it says.
 * @throws OrderNotFound @throws TooManyNotes
 */
export function createWriteNote(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop' | 'saveNote'>
}): WriteNote {
  const { database, events, clock, orders } = deps
  return async function writeNote({ orderId, text, networkAddress, staff }, noteMade) {
    await database.transaction(async (tx) => {
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      checkRoomForNote(found.order)
      const note = { text, by: staff?.name ?? null, at: clock.now() }
      await orders.saveNote(tx, orderId, note)
      await events.publish(tx, orderNoted, { orderId, networkAddress, staff })
      await noteMade?.(tx, String(orderId))
    })
  }
}
