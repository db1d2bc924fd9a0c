import { useState } from 'react'
import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import { askForOrder } from '../../../features/tracking/ask-for-order.ts'
import { findOwnOrder } from '../../../features/tracking/tracked.ts'
import { useLateSearchParams } from '../../../lib/late-navigation.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useNewest } from '../../../lib/use-newest.ts'
import { guestReturnCalls, ownReturnCalls, type ReturnCalls } from './return-calls.ts'

/** A guest's order with the question that found it, which goes along with the return. */
interface GuestOrder {
  readonly question: TrackBody
  readonly order: TrackedOrder
}

interface ShownOrder {
  readonly order: Order | TrackedOrder
  readonly calls: ReturnCalls
}

/**
 * The order whose returns are on screen: the customer's own one of the address, or a guest's that was found.
 * @param orders the customer's own, once they are read
 * @param applyOrder shows one of them as a call has left it
 */
export function useReturnedOrder(
  orders: readonly Order[] | undefined,
  applyOrder: (order: Order) => void,
  isSignedIn: boolean,
) {
  const [search, changeSearch] = useLateSearchParams()
  const isHydrated = useHydrated()
  const number = isHydrated ? (search.get('order') ?? '').trim().slice(0, 60) : ''
  const [guest, setGuest] = useState<GuestOrder | null>(null)
  const beginQuestion = useNewest()
  const own = number === '' || orders === undefined ? null : findOwnOrder(orders, number)

  /**
   * @returns what to say when no order is found
   * @throws what the question threw, when nobody has looked
   */
  async function find(question: TrackBody): Promise<string | undefined> {
    setGuest(null)
    const known = question.number === '' ? null : findOwnOrder(orders ?? [], question.number)
    if (known !== null) {
      open(known.id)
      return undefined
    }
    if (question.email === '') {
      if (!isSignedIn) return 'Enter the email address of the order, or sign in.'
      return orders === undefined
        ? 'Your orders are still being read. Try again in a moment, or enter the email address of the order.'
        : 'None of your orders has this number. Enter the email address of the order.'
    }
    const isNewest = beginQuestion()
    const answer = await askForOrder(question)
    if (!isNewest()) return undefined
    switch (answer.outcome) {
      case 'found':
        if (number !== '') changeSearch((query) => query.delete('order'), { replace: true })
        setGuest({ question, order: answer.order })
        return undefined
      case 'none':
        return 'No order matches this number and this email address.'
      case 'slow-down':
      case 'outage':
        // Nothing is wrong with what was typed.
        throw answer.error
    }
  }

  function open(id: number): void {
    beginQuestion()
    setGuest(null)
    changeSearch((query) => query.set('order', String(id)), { replace: true })
  }

  function shownOrder(): ShownOrder | null {
    if (guest !== null) {
      const { question, order } = guest
      const show = (changed: TrackedOrder) =>
        setGuest((shown) => (shown?.question === question ? { question, order: changed } : shown))
      return { order, calls: guestReturnCalls(question, show) }
    }
    return own && { order: own, calls: ownReturnCalls(own.id, applyOrder) }
  }

  return { number, shown: shownOrder(), open, find }
}
