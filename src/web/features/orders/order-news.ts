import type { Order } from '#contracts/orders'

/** How long after the n-th failure in a row the stream is opened again, in ms; never more than half a minute. */
export function reconnectDelayMs(failures: number, random = Math.random()): number {
  const longest = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
  return Math.round(longest / 2 + (random * longest) / 2)
}

/** How often the list is asked for while no stream is open (design, section 4). */
export const POLL_MS = 15_000

/** The part of the browser's EventSource that is used. */
export interface NewsStream {
  addEventListener(kind: string, listener: (event: { readonly data?: string }) => void): void
  close(): void
}

export interface OrderNewsSource {
  /** A ticket for one connection. @throws SessionOver when nobody is signed in any more */
  readonly getTicket: () => Promise<string>
  /** null where the browser has no streams. */
  readonly openStream: (ticket: string) => NewsStream | null
  readonly readList: () => Promise<readonly Order[]>
}

export interface OrderNewsListener {
  readonly onList: (orders: readonly Order[]) => void
  readonly onOrder: (order: Order) => void
}

/** Nobody is signed in: there is no news to wait for. */
export class SessionOver extends Error {
  constructor() {
    super('The session is over')
    this.name = 'SessionOver'
  }
}

/**
 * Hears of the customer's new orders and of every move until it is stopped. A stream that drops is opened
 * again, later after each failure; a ticket is good for one connection, so each gets its own, and each begins with the whole list.
 * Without a stream the list is asked for every 15 seconds.
 * @returns how to stop
 */
export function watchOrders(source: OrderNewsSource, listener: OrderNewsListener): () => void {
  let stream: NewsStream | null = null
  let isStopped = false
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined

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
      hear(data, listener.onList)
    })
    mine.addEventListener('order', ({ data }) => hear(data, listener.onOrder))
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
    poll ??= setInterval(() => void askForList(), POLL_MS)
    clearTimeout(again)
    again = setTimeout(() => void connect(), reconnectDelayMs(failures))
  }

  async function askForList(): Promise<void> {
    try {
      const orders = await source.readList()
      if (!isStopped) listener.onList(orders)
    } catch (error) {
      if (error instanceof SessionOver) stop()
      // Anything else is tried again with the next turn.
    }
  }

  function hear<T>(text: string | undefined, tell: (value: T) => void): void {
    if (isStopped || text === undefined) return
    tell(JSON.parse(text) as T)
  }

  void connect()
  return stop
}
