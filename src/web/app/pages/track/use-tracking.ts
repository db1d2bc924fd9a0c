import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import type { OrdersResult } from '../../../features/orders/use-orders.ts'
import { askForOrder, type GuestAnswer } from '../../../features/tracking/ask-for-order.ts'
import { findOwnOrder } from '../../../features/tracking/tracked.ts'
import { useSession } from '../../../lib/session.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useNewest } from '../../../lib/use-newest.ts'
import { useGuestOrder } from './use-guest-order.ts'

interface Asked {
  readonly number: string
  readonly email: string
  /** How often a button was pressed: each takes the focus to the order. */
  readonly press: number
}

const NOTHING_ASKED: Asked = { number: '', email: '', press: 0 }
const OUTAGE =
  'We cannot look up orders right now. This is our fault, and says nothing about your order. Please try again in a moment.'

/** Why a guest's question was not answered; null when it was. */
function refusalOf(answer: GuestAnswer): string | null {
  if (answer.outcome === 'slow-down') return answer.message
  return answer.outcome === 'outage' ? OUTAGE : null
}

/** What the page shows of the order that is asked for. */
export type Tracking =
  | { readonly state: 'nothing-asked' | 'waiting' }
  /** Nobody has looked: the order may exist. */
  | { readonly state: 'not-answered'; readonly message: string }
  | { readonly state: 'found'; readonly order: Order | TrackedOrder; readonly press: number }
  | { readonly state: 'unknown'; readonly number: string; readonly email: string }

/**
 * The order that is tracked: a customer's own by its number, or a guest's by its number and email address. An order of
 * the address is shown as soon as the customer's own are read.
 */
export function useTracking({ data: orders, error, retry }: OrdersResult) {
  const { user, isLoading } = useSession()
  const hasFailed = error !== undefined
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const inAddress = isHydrated ? (search.get('order') ?? '').trim().slice(0, 60) : ''
  const [lastAsked, setAsked] = useState<Asked | null>(null)
  const [guestOrder, setGuestOrder] = useGuestOrder()
  const [isAsking, setAsking] = useState(false)
  /** Why a guest's question was not answered. */
  const [guestRefusal, setGuestRefusal] = useState<string | null>(null)
  const beginQuestion = useNewest()

  /** @returns what is wrong with the email address, which only those who are signed in may leave out */
  async function track({ number, email }: { readonly number: string; readonly email: string }) {
    const isNewest = beginQuestion()
    setGuestOrder(null)
    setGuestRefusal(null)
    setAsking(false)
    setAsked((before) => ({ number, email, press: (before?.press ?? 0) + 1 }))
    if (email === '' && user === null && !isLoading && number !== '')
      return 'Enter the email address that the order was placed with.'
    if (email === '' || (orders !== undefined && findOwnOrder(orders, number) !== null)) return undefined
    setAsking(true)
    return ask({ number, email }, isNewest)
  }

  async function ask(question: TrackBody, isNewest: () => boolean): Promise<string | undefined> {
    const answer = await askForOrder(question)
    if (!isNewest()) return undefined
    setAsking(false)
    setGuestRefusal(refusalOf(answer))
    if (answer.outcome === 'found') setGuestOrder({ question, order: answer.order })
    return answer.outcome === 'none' ? 'No order matches this number and this email address.' : undefined
  }

  /** What went wrong stays in sight until it is known what becomes of this try: its button has the focus. */
  async function lookAgain(): Promise<void> {
    const isGuests = guestRefusal !== null && lastAsked !== null
    const { number, email } = lastAsked ?? NOTHING_ASKED
    await Promise.all([isGuests && ask({ number, email }, beginQuestion()), retry()])
  }

  function tracking(): Tracking {
    const { number, email, press } = lastAsked ?? { ...NOTHING_ASKED, number: inAddress }
    const own = orders === undefined || number === '' ? null : findOwnOrder(orders, number)
    const found = own ?? guestOrder
    if (lastAsked === null && found === null) return { state: 'nothing-asked' }
    const isReading = isLoading || (user !== null && orders === undefined && !hasFailed)
    if (isAsking || (lastAsked !== null && isReading)) return { state: 'waiting' }
    if (found !== null) return { state: 'found', order: found, press }
    const isOut = hasFailed && user !== null && (orders === undefined || orders.length === 0)
    const message = guestRefusal ?? (isOut ? OUTAGE : null)
    return message === null ? { state: 'unknown', number, email } : { state: 'not-answered', message }
  }

  return { inAddress, guestOrder, tracking: tracking(), track, lookAgain }
}
