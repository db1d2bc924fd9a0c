import { useEffect, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import type { StreamTicket } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import type { z } from 'zod'
import { api, ApiError } from '../../lib/api-client.ts'
import { movedOrders, withList, withOrder } from './order-list.ts'
import { SessionOver, watchOrders, type NewsStream } from './order-news.ts'
import { moveSentence } from './order-status.ts'

const ORDERS_PATH = '/api/user/orders'

/** A page that nobody looks at lets go of its connection after this time: browsers have few for one shop. */
const LET_GO_AFTER_MS = 30_000

export interface OrdersAnswer {
  /** Newest first; undefined until the first answer, and while nobody is signed in. */
  readonly orders: readonly Order[] | undefined
  /** The orders could not be read; `orders` may still hold what was known before. */
  readonly hasFailed: boolean
  /** What moved last, in a sentence; '' while nothing did. */
  readonly news: string
  readonly retry: () => void
  /** Takes on an order that an answer of the server brought. */
  readonly take: (order: Order) => void
}

/**
 * The customer's orders, and each of their moves while the page is open (specification 2, section 7; design, section 4).
 * @param userId null while nobody is signed in: nothing is asked for
 */
export function useOrders(userId: string | null): OrdersAnswer {
  // With the customer in the key, so that the next one on this browser never sees the orders of the one before.
  const key = userId === null ? null : ([ORDERS_PATH, userId] as const)
  const { data, error, mutate } = useSWR<readonly Order[] | null, unknown>(key, { revalidateOnMount: true })
  const orders = userId === null ? undefined : (data ?? (data === null ? NONE : undefined))
  const news = useNews(orders)

  useEffect(() => {
    if (error !== undefined) console.error('The orders could not be read', error)
  }, [error])

  useEffect(() => {
    if (userId === null) return
    const listener = {
      onList: (list: readonly Order[]) => void mutate((known) => withList(known ?? NONE, list), { revalidate: false }),
      onOrder: (order: Order) => void mutate((known) => withOrder(known ?? NONE, order), { revalidate: false }),
    }
    return watchWhileSeen(() => watchOrders(SOURCE, listener))
  }, [userId, mutate])

  return useMemo(
    () => ({
      orders,
      hasFailed: error !== undefined,
      news,
      retry: () => void mutate().catch(() => undefined),
      take: (order: Order) => void mutate((known) => withOrder(known ?? NONE, order), { revalidate: false }),
    }),
    [orders, error, news, mutate],
  )
}

const NONE: readonly Order[] = []

const SOURCE = {
  getTicket: async () =>
    (await ask(() => api<z.output<typeof StreamTicket>>('/api/user/orders/stream-ticket', { method: 'POST' }))).ticket,
  readList: () => ask(() => api<readonly Order[]>(ORDERS_PATH)),
  openStream: (ticket: string): NewsStream | null =>
    typeof EventSource === 'undefined'
      ? null
      : (new EventSource(`/api/user/orders/stream?${new URLSearchParams({ ticket })}`) as NewsStream),
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? new SessionOver() : error
  }
}

/** Watches while the page is looked at, and a while longer; a page that comes back begins with the whole list. */
function watchWhileSeen(watch: () => () => void): () => void {
  let stop: (() => void) | null = null
  let letGo: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(letGo)
    if (document.visibilityState === 'visible') {
      stop ??= watch()
      return
    }
    letGo = setTimeout(() => {
      stop?.()
      stop = null
    }, LET_GO_AFTER_MS)
  }
  const online = () => {
    stop?.()
    stop = null
    look()
  }
  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  return () => {
    clearTimeout(letGo)
    stop?.()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
  }
}

/** What moved between two states of the list, in sentences. */
function useNews(orders: readonly Order[] | undefined): string {
  const before = useRef<readonly Order[] | undefined>(undefined)
  const [news, setNews] = useState('')
  useEffect(() => {
    const moved = before.current === undefined || orders === undefined ? [] : movedOrders(before.current, orders)
    before.current = orders
    if (moved.length > 0) setNews(moved.map(moveSentence).join(' '))
  }, [orders])
  return news
}
