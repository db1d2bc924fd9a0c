import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#contracts/orders'
import { POLL_MS, SessionOver, watchOrders, type OrderStream } from './order-updates.ts'
import { reconnectDelayMs } from '../../lib/watch-while-visible.ts'
import { anOrder } from '../../testing/an-order.ts'

class FakeStream implements OrderStream {
  readonly listeners = new Map<string, (event: { readonly data?: string }) => void>()
  isClosed = false
  addEventListener(kind: string, listener: (event: { readonly data?: string }) => void): void {
    this.listeners.set(kind, listener)
  }
  close(): void {
    this.isClosed = true
  }
  say(kind: string, value?: unknown): void {
    this.listeners.get(kind)?.(value === undefined ? {} : { data: JSON.stringify(value) })
  }
}

const streams: FakeStream[] = []
const getTicket = vi.fn<() => Promise<string>>()
const readList = vi.fn<() => Promise<readonly Order[]>>()
const onList = vi.fn()
const onOrder = vi.fn()
let stop = () => {}

function watch(): void {
  stop = watchOrders(
    {
      getTicket,
      readList,
      openStream() {
        const stream = new FakeStream()
        streams.push(stream)
        return stream
      },
    },
    { onList, onOrder },
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  streams.length = 0
  vi.resetAllMocks()
  getTicket.mockResolvedValue('ticket')
  readList.mockResolvedValue([])
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
/** A list that is answered when the test says so. */
function aList() {
  let resolve: (orders: readonly Order[]) => void = () => {}
  const promise = new Promise<readonly Order[]>((answer) => (resolve = answer))
  return { promise, resolve }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('updates of the orders', () => {
  test('begin with the whole list and go on with each move', async () => {
    watch()
    await settle()
    streams[0]?.say('orders', [anOrder()])
    streams[0]?.say('order', anOrder({ status: 'shipped' }))
    expect(onList).toHaveBeenCalledWith([anOrder()])
    expect(onOrder).toHaveBeenCalledWith(anOrder({ status: 'shipped' }))
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(readList).not.toHaveBeenCalled()
  })

  test('go on after the connection dropped, with another ticket', async () => {
    watch()
    await settle()
    streams[0]?.say('orders', [])
    streams[0]?.say('error')
    expect(streams[0]?.isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(getTicket).toHaveBeenCalledTimes(2)
    expect(streams).toHaveLength(2)
  })

  test('are asked for every 15 seconds while there is no stream, and no more once there is one', async () => {
    getTicket.mockRejectedValue(new Error('503'))
    watch()
    await vi.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(readList).toHaveBeenCalledTimes(2)
    getTicket.mockResolvedValue('ticket')
    await vi.advanceTimersByTimeAsync(30_000)
    streams.at(-1)?.say('orders', [])
    readList.mockClear()
    await vi.advanceTimersByTimeAsync(4 * POLL_MS)
    expect(readList).not.toHaveBeenCalled()
  })

  test('leave out a list that was asked for before a newer one came: it would take back what came since', async () => {
    const late = aList()
    const later = aList()
    getTicket.mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'))
    readList.mockReturnValueOnce(late.promise).mockReturnValueOnce(later.promise)
    watch()
    await vi.advanceTimersByTimeAsync(2 * POLL_MS)
    later.resolve([anOrder({ id: 100002 }), anOrder()])
    await settle()
    late.resolve([anOrder()])
    await settle()
    expect(onList.mock.calls).toEqual([[[anOrder({ id: 100002 }), anOrder()]]])
  })

  test('leave out a list that is answered after the stream began with its own', async () => {
    const late = aList()
    readList.mockReturnValue(late.promise)
    watch()
    await settle()
    streams[0]?.say('error')
    getTicket.mockRejectedValueOnce(new Error('503'))
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(readList).toHaveBeenCalled()
    streams.at(-1)?.say('orders', [anOrder()])
    streams.at(-1)?.say('order', anOrder({ id: 100002 }))
    late.resolve([anOrder()])
    await settle()
    expect(onList.mock.calls).toEqual([[[anOrder()]]])
    expect(onOrder.mock.lastCall).toEqual([anOrder({ id: 100002 })])
  })

  test('end with the session', async () => {
    getTicket.mockRejectedValue(new SessionOver())
    watch()
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(getTicket).toHaveBeenCalledTimes(1)
    expect(readList).not.toHaveBeenCalled()
  })

  test('end with the page, also while the ticket is being requested', async () => {
    watch()
    stop()
    await settle()
    expect(streams).toHaveLength(0)
  })
})

test('waits longer after each failure, and never more than half a minute', () => {
  expect(reconnectDelayMs(1, 1)).toBe(1000)
  expect(reconnectDelayMs(3, 1)).toBe(4000)
  expect(reconnectDelayMs(50, 1)).toBe(30_000)
  expect(reconnectDelayMs(3, 0)).toBe(2000)
})
