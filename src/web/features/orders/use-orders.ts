import { useEffect, useMemo, useRef, useState } from 'react'
import { ORDERS_PATH, STREAM_TICKET_PATH } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import { api, ApiError } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session.ts'
import { NOTHING_READ, useRead, type ReadResult } from '../../lib/use-read.ts'
import { watchWhileVisible } from '../../lib/watch-while-visible.ts'
import { movedOrders, withList, withOrder } from './order-list.ts'
import { SessionOver, watchOrders, type OrderStream } from './order-updates.ts'
import { moveSentence } from './order-status.ts'

/** `data` holds the newest orders first; with an error, what was known before it. */
export interface OrdersResult extends Pick<ReadResult<readonly Order[]>, 'data' | 'error' | 'retry'> {
  /** The last change of status, in a sentence; '' while there was none. */
  readonly lastMove: string
  /** Applies an order that the server sent in an answer. */
  readonly applyOrder: (order: Order) => void
}

/**
 * The customer's orders, and each of their moves while the page is open (specification 2, section 7).
 * @param userId null while nobody is signed in: nothing is requested
 */
export function useOrders(userId: string | null): OrdersResult {
  const { data, error, retry, update } = useRead(userId === null ? null : ORDERS_PATH, {
    ownerId: userId ?? '',
    revalidateOnMount: true,
  })
  const lastMove = useLastMove(data)

  useEffect(() => {
    if (error !== undefined && error !== NOTHING_READ) console.error('The orders could not be read', error)
  }, [error])

  const { hasEnded } = useSession()
  useEffect(() => {
    if (userId === null || hasEnded) return
    const listener = {
      onList: (list: readonly Order[]) => update((known) => withList(known ?? NONE, list)),
      onOrder: (order: Order) => update((known) => withOrder(known ?? NONE, order)),
    }
    return watchWhileVisible(() => watchOrders(SOURCE, listener))
  }, [userId, hasEnded, update])

  return useMemo(
    () => ({
      data,
      error,
      lastMove,
      retry,
      applyOrder: (order: Order) => update((known) => withOrder(known ?? NONE, order)),
    }),
    [data, error, lastMove, retry, update],
  )
}

const NONE: readonly Order[] = []

const SOURCE = {
  getTicket: async () => (await ask(() => api(STREAM_TICKET_PATH, { method: 'POST' }))).ticket,
  readList: () => ask(() => api(ORDERS_PATH)),
  openStream: (ticket: string): OrderStream | null =>
    typeof EventSource === 'undefined'
      ? null
      : (new EventSource(`/api/user/orders/stream?${new URLSearchParams({ ticket })}`) as OrderStream),
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? new SessionOver() : error
  }
}

/** The changes of status between two states of the list, in sentences. */
function useLastMove(orders: readonly Order[] | undefined): string {
  const before = useRef<readonly Order[] | undefined>(undefined)
  const [lastMove, setLastMove] = useState('')
  useEffect(() => {
    const moved = before.current === undefined || orders === undefined ? [] : movedOrders(before.current, orders)
    before.current = orders
    if (moved.length > 0) setLastMove(moved.map(moveSentence).join(' '))
  }, [orders])
  return lastMove
}
