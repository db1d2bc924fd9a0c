import type { IdentityModule } from '#modules/identity'
import type { OrdersModule, StreamViewer } from '#modules/orders'
import { orderPlaced, orderStatusChanged } from '#modules/orders/events'
import type { Clock } from '#platform/clock'
import { AppError } from '#platform/errors'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import { presentOrder } from '../presenters/order.ts'
import { openEventStream, type EventStream } from './event-stream.ts'

/** Open pages of one customer, and of everybody in this process. */
const STREAMS_PER_CUSTOMER = 10
const STREAMS_IN_ALL = 5000
const HEARTBEAT_MS = 15_000

interface Watcher {
  readonly sessionId: string
  readonly stream: EventStream
}

/** All open pages of one customer; what they are told is told one after another. */
interface Audience {
  readonly watchers: Set<Watcher>
  turn: Promise<void>
}

export interface OrderStreams {
  /**
   * Opens a stream: first `orders` with the customer's whole list, then `order` with one order when it is placed
   * and at each of its moves, in whichever process that happens.
   * @throws AppError (too-many, TOO_MANY_STREAMS) when the customer has too many open pages
   */
  open(viewer: StreamViewer): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

/**
 * The news of customers' orders for their open pages. A stream ends with its session, and when its news cannot be
 * read: the browser then comes back and gets the whole list, so a page never goes on with half of the truth.
 */
export function createOrderStreams(deps: {
  readonly orders: Pick<OrdersModule, 'listCustomerOrders' | 'getCustomerOrder'>
  readonly identity: Pick<IdentityModule, 'findSessionUser'>
  readonly events: EventBus
  readonly clock: Clock
  readonly logger: Logger
  readonly heartbeatMs?: number
}): OrderStreams {
  const { orders, identity, events, clock, logger, heartbeatMs = HEARTBEAT_MS } = deps
  const audiences = new Map<string, Audience>()
  let count = 0
  let isClosed = false

  /** Tells after everything that was told before; a failure ends the streams it should have reached. */
  function tell(audience: Audience, watchers: Iterable<Watcher>, event: string, read: () => Promise<unknown>): void {
    audience.turn = audience.turn.then(async () => {
      const told = [...watchers].filter((watcher) => audience.watchers.has(watcher))
      if (told.length === 0) return
      try {
        const data = await read()
        for (const { stream } of told) stream.send(event, data)
      } catch (error) {
        logger.warn({ err: error }, 'the news of an order were not read; its streams end')
        for (const { stream } of told) stream.end()
      }
    })
  }

  const readList = async (customerId: string) =>
    (await orders.listCustomerOrders(customerId)).map((order) => presentOrder(order, clock.now()))

  async function endStreamsWithoutSession(customerId: string, audience: Audience): Promise<void> {
    for (const sessionId of new Set([...audience.watchers].map((watcher) => watcher.sessionId))) {
      const user = await identity.findSessionUser(sessionId)
      if (user?.id === customerId) continue
      for (const watcher of audience.watchers) if (watcher.sessionId === sessionId) watcher.stream.end()
    }
  }

  const heart = setInterval(() => {
    for (const [customerId, audience] of audiences) {
      for (const { stream } of audience.watchers) stream.beat()
      endStreamsWithoutSession(customerId, audience).catch((error: unknown) =>
        logger.warn({ err: error }, 'the sessions of open streams were not checked'),
      )
    }
  }, heartbeatMs)
  heart.unref()

  function tellOf(orderId: number, customerId: string | null): void {
    const audience = customerId === null ? undefined : audiences.get(customerId)
    if (customerId === null || audience === undefined) return
    // Pages that open meanwhile begin with the whole list, and this order is in it.
    tell(audience, [...audience.watchers], 'order', async () => {
      // Sign-out takes effect at once: nobody learns what happened after it.
      await endStreamsWithoutSession(customerId, audience)
      return presentOrder(await orders.getCustomerOrder(customerId, orderId), clock.now())
    })
  }

  events.listen(orderPlaced, 'bff.tell-open-order-pages-of-a-new-one', ({ payload }) =>
    tellOf(payload.orderId, payload.customerId),
  )
  events.listen(orderStatusChanged, 'bff.tell-open-order-pages', ({ payload }) =>
    tellOf(payload.orderId, payload.customerId),
  )
  events.onResync('bff.tell-open-order-pages-everything', () => {
    for (const [customerId, audience] of audiences)
      tell(audience, audience.watchers, 'orders', () => readList(customerId))
  })

  return {
    open({ customerId, sessionId }) {
      const audience = audiences.get(customerId) ?? { watchers: new Set<Watcher>(), turn: Promise.resolve() }
      if (isClosed || count >= STREAMS_IN_ALL)
        throw new AppError(
          'unavailable',
          'UNAVAILABLE',
          'The shop is very busy right now. Please try again in a moment.',
        )
      if (audience.watchers.size >= STREAMS_PER_CUSTOMER) {
        throw new AppError(
          'too-many',
          'TOO_MANY_STREAMS',
          'Your orders are open on too many pages. Please close some of them.',
          { retryAfterSeconds: 60 },
        )
      }
      const watcher: Watcher = { sessionId, stream: openEventStream() }
      audiences.set(customerId, audience)
      audience.watchers.add(watcher)
      count += 1
      watcher.stream.onEnd(() => {
        count -= 1
        audience.watchers.delete(watcher)
        if (audience.watchers.size === 0 && audiences.get(customerId) === audience) audiences.delete(customerId)
      })
      tell(audience, [watcher], 'orders', async () => {
        await endStreamsWithoutSession(customerId, audience)
        return readList(customerId)
      })
      return watcher.stream
    },
    close() {
      isClosed = true
      clearInterval(heart)
      for (const { watchers } of audiences.values()) for (const { stream } of watchers) stream.end()
    },
  }
}
