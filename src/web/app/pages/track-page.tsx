import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OrderItems } from '../../features/orders/order-items.tsx'
import { moveSentence } from '../../features/orders/order-status.ts'
import { OrderTimeline } from '../../features/orders/order-timeline.tsx'
import { StatusBadge } from '../../features/orders/status-badge.tsx'
import { useOrders } from '../../features/orders/use-orders.ts'
import { useSession } from '../../lib/session.ts'
import { askForOrder } from '../../features/tracking/ask-for-order.ts'
import { TrackForm } from '../../features/tracking/track-form.tsx'
import { TrackResult } from '../../features/tracking/track-result.tsx'
import { exampleOf, findOwnOrder, trackedOf } from '../../features/tracking/tracked.ts'
import { UnknownOrder } from '../../features/tracking/unknown-order.tsx'
import { Head } from '../../lib/head.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { FailureNote } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { paths } from '../../lib/paths.ts'
import { InfoBlocks } from './track/info-blocks.tsx'
import { RecentOrders } from './track/recent-orders.tsx'
import { useGuestOrder } from './track/use-guest-order.ts'

interface Asked {
  readonly number: string
  readonly email: string
  /** How often a button was pressed: each takes the focus to the order. */
  readonly press: number
}

const NOTHING_ASKED: Asked = { number: '', email: '', press: 0 }

/** Order tracking (specification 2, sections 2 and 4). */
export default function TrackPage() {
  const { user, isLoading } = useSession()
  const { data: orders, error, lastMove, retry } = useOrders(user?.id ?? null)
  const hasFailed = error !== undefined
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const inAddress = isHydrated ? (search.get('order') ?? '').trim().slice(0, 60) : ''
  const [lastAsked, setAsked] = useState<Asked | null>(null)
  const [guestOrder, setGuestOrder] = useGuestOrder()
  const [isAsking, setAsking] = useState(false)
  const [isGuestOut, setGuestOut] = useState(false)

  /** @returns what is wrong with the email address, which only those who are signed in may leave out */
  async function track({ number, email }: { readonly number: string; readonly email: string }) {
    setGuestOrder(null)
    setGuestOut(false)
    setAsked((before) => ({ number, email, press: (before?.press ?? 0) + 1 }))
    if (email === '' && user === null && !isLoading && number !== '')
      return 'Enter the email address that the order was placed with.'
    if (email === '' || (orders !== undefined && findOwnOrder(orders, number) !== null)) return undefined
    const question = { number, email }
    setAsking(true)
    const answer = await askForOrder(question)
    setAsking(false)
    if (answer.outcome === 'found') setGuestOrder({ question, order: answer.order })
    if (answer.outcome === 'outage') setGuestOut(true)
    if (answer.outcome === 'none') return 'No order matches this number and this email address.'
    return answer.outcome === 'slow-down' ? answer.message : undefined
  }

  function lookAgain(): void {
    setGuestOut(false)
    void retry()
  }

  const asked = lastAsked ?? NOTHING_ASKED
  const number = lastAsked?.number ?? inAddress
  const own = orders === undefined || number === '' ? null : findOwnOrder(orders, number)
  const found = own ?? guestOrder
  const isWaiting =
    isAsking || (lastAsked !== null && (isLoading || (user !== null && orders === undefined && !hasFailed)))
  const isOut = isGuestOut || (hasFailed && user !== null && (orders === undefined || orders.length === 0))

  const result =
    lastAsked === null && found === null ? null : isWaiting ? (
      <p role="status" className="text-lg text-soft">
        Looking for your order...
      </p>
    ) : found !== null ? (
      <TrackResult
        tracked={trackedOf(found)}
        badge={<StatusBadge status={found.status} page="tracking" />}
        timeline={<OrderTimeline status={found.status} />}
        items={<OrderItems items={found.items} />}
        focusOn={asked.press}
      />
    ) : isOut ? (
      <FailureNote
        message="We cannot look up orders right now. This is our fault, and says nothing about your order. Please try again in a moment."
        onRetry={lookAgain}
      />
    ) : (
      <UnknownOrder number={number} email={asked.email} isSignedIn={user !== null}>
        <TrackResult
          tracked={exampleOf(number)}
          isExample
          badge={
            <span className="flex flex-wrap items-center gap-2">
              <Badge className="text-sm">Example</Badge>
              <StatusBadge status="processing" page="tracking" />
            </span>
          }
          timeline={<OrderTimeline status="processing" />}
          items={<OrderItems items={[]} />}
        />
      </UnknownOrder>
    )

  return (
    <>
      <Head
        title="Track Your Order"
        description="See where your order is: with your order number or tracking number, step by step from our shelves to your door."
        canonical={paths.track()}
      />
      <div className="wrap grid gap-8 py-8 sm:gap-10 sm:py-12">
        <div className="grid gap-3">
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            Track Your Order
          </h1>
          <p className="max-w-[60ch] text-lg text-soft">
            Enter your order number or tracking number, and the email address of the order.
          </p>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="crop-marks sheet px-5 pt-11 pb-10 sm:px-9">
            <TrackForm initial={inAddress} isSignedIn={user !== null} onTrack={track} />
          </div>
          {result !== null && <div className="lg:col-span-2 lg:row-start-2">{result}</div>}
          <RecentOrders
            className="lg:col-start-2 lg:row-start-1"
            isLoading={isLoading}
            isSignedIn={user !== null}
            orders={orders}
            hasFailed={hasFailed}
            onRetry={retry}
            onTrack={(order) => void track({ number: String(order.id), email: '' })}
          />
        </div>
        <p role="status" className="sr-only">
          {lastMove || (guestOrder !== null ? moveSentence(guestOrder) : '')}
        </p>
        <InfoBlocks />
      </div>
    </>
  )
}
