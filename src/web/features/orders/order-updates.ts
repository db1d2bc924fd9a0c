import type { Order } from '#contracts/orders'
import { reconnectDelayMs } from '../../lib/watch-while-visible.ts'

/** How often the list is requested while no stream is open. */
export const POLL_MS = 15_000

/** The part of the browser's EventSource that the shop uses. */
export interface OrderStream {
  addEventListener(kind: string, listener: (event: { readonly data?: string }) => void): void
  close(): void
}

export interface OrderUpdateSource {
  /** A ticket for one connection. @throws SessionOver when nobody is signed in any more */
  readonly getTicket: () => Promise<string>
  /** null where the browser has no streams. */
  readonly openStream: (ticket: string) => OrderStream | null
  readonly readList: () => Promise<readonly Order[]>
}

export interface OrderUpdateListener {
  readonly onList: (orders: readonly Order[]) => void
  readonly onOrder: (order: Order) => void
}

/** Nobody is signed in, so no updates can arrive. */
export class SessionOver extends Error {
  constructor() {
    super('The session is over')
    this.name = 'SessionOver'
  }
}

/**
 * Passes on the customer's new orders and every change of status until it is stopped. A stream that drops is opened
 * again, after a longer delay for each failure. Each connection needs its own ticket and begins with the whole list.
 * Without a stream, the list is requested every 15 seconds.
 * @returns a function that stops it
 */
export function watchOrders(source: OrderUpdateSource, listener: OrderUpdateListener): () => void {
  let stream: OrderStream | null = null
  let isStopped = false
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  /** Lists count by when they were asked for: one that is answered late knows nothing of what a later one began with. */
  let asked = 0
  let shown = 0

  function stop(): void {
    isStopped = true
    clearTimeout(again)
    clearInterval(poll)
    stream?.close()
    stream = null
  }

  async function connect(): Promise<void> {
    try {
      const ticket = await source.getTicket()
      if (isStopped) return
      stream = source.openStream(ticket)
    } catch (error) {
      if (error instanceof SessionOver) return stop()
    }
    if (isStopped) return
    if (stream === null) return retryLater()
    const mine = stream
    mine.addEventListener('orders', ({ data }) => {
      failures = 0
      clearInterval(poll)
      poll = undefined
      shown = ++asked
      receive(data, listener.onList)
    })
    mine.addEventListener('order', ({ data }) => receive(data, listener.onOrder))
    mine.addEventListener('error', () => {
      if (stream !== mine) return
      mine.close()
      stream = null
      retryLater()
    })
  }

  function retryLater(): void {
    if (isStopped) return
    failures += 1
    poll ??= setInterval(() => void pollList(), POLL_MS)
    clearTimeout(again)
    again = setTimeout(() => void connect(), reconnectDelayMs(failures))
  }

  async function pollList(): Promise<void> {
    const own = ++asked
    try {
      const orders = await source.readList()
      if (isStopped || own < shown) return
      shown = own
      listener.onList(orders)
    } catch (error) {
      if (error instanceof SessionOver) stop()
      // Anything else is tried again at the next poll.
    }
  }

  function receive<T>(text: string | undefined, listen: (value: T) => void): void {
    if (isStopped || text === undefined) return
    listen(JSON.parse(text) as T)
  }

  void connect()
  return stop
}
