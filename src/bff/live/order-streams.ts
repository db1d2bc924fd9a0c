import type { IdentityModule } from '#modules/identity'
import type { Order, OrdersModule, StreamViewer } from '#modules/orders'
import {
  addressCorrected,
  orderChanged,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
  returnChanged,
} from '#modules/orders/events'
import { AppError } from '#platform/errors/errors'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import { writeInPieces } from '../http/send-in-pieces.ts'
import { presentOrder } from '../presenters/order.ts'
import type { EventStream } from './event-stream.ts'
import { createLiveChannel, type Update } from './live-channel.ts'

const STREAMS_PER_CUSTOMER = 10

export interface OrderStreams {
  /**
   * Opens a stream that sends `orders` with the customer's whole list first, then `order` with one order when it is
   * placed, and again after each step, change, corrected address, return and refund, in any process.
   * @throws AppError (too-many, TOO_MANY_STREAMS) when the customer has too many pages open
   */
  open(viewer: StreamViewer): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

/** Sends changes of orders to the open pages of their customers. */
export function createOrderStreams(deps: {
  readonly orders: Pick<OrdersModule, 'listCustomerOrders' | 'getCustomerOrder' | 'reviewTimeOf' | 'returnsOf'>
  readonly identity: Pick<IdentityModule, 'findSessionUser'>
  readonly events: EventBus
  readonly logger: Logger
  readonly heartbeatMs?: number
}): OrderStreams {
  const { orders, identity, events, logger, heartbeatMs } = deps
  const channel = createLiveChannel({
    name: 'orders',
    isSessionOpen: async (sessionId, customerId) => (await identity.findSessionUser(sessionId))?.id === customerId,
    logger,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })

  const present = (order: Order) => presentOrder(order, orders.reviewTimeOf(order), orders.returnsOf(order))

  const listOf = (customerId: string): Update => ({
    event: 'orders',
    read: async () => writeInPieces(await orders.listCustomerOrders(customerId), (some) => some.map(present)),
  })

  function update(orderId: number, customerId: string | null): void {
    if (customerId === null) return
    channel.notify(customerId, `order ${orderId}`, {
      event: 'order',
      read: async () => JSON.stringify(present(await orders.getCustomerOrder(customerId, orderId))),
    })
  }

  for (const event of [orderPlaced, orderStatusChanged, orderChanged, addressCorrected, returnChanged, orderRefunded])
    events.listen<{ readonly orderId: number; readonly customerId: string | null }>(
      event,
      'bff.update-open-orders',
      ({ payload }) => update(payload.orderId, payload.customerId),
    )
  events.onResync('bff.update-open-orders', () => channel.notifyAll('orders', listOf))

  return {
    open({ customerId, sessionId }) {
      if (channel.countOf(customerId) >= STREAMS_PER_CUSTOMER) {
        const message = 'Your orders are open on too many pages. Please close some of them.'
        throw new AppError('too-many', 'TOO_MANY_STREAMS', message, { retryAfterSeconds: 60 })
      }
      return channel.open(customerId, sessionId, listOf(customerId))
    },
    close: () => channel.close(),
  }
}
