import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OrderItems } from '../../features/orders/order-items.tsx'
import { moveSentence } from '../../features/orders/order-status.ts'
import { OrderTimeline } from '../../features/orders/order-timeline.tsx'
import { StatusBadge } from '../../features/orders/status-badge.tsx'
import { useOrders } from '../../features/orders/use-orders.ts'
import { useSession } from '../../lib/session.ts'
import { ExampleNotice } from '../../features/tracking/example-notice.tsx'
import { GuestForm } from '../../features/tracking/guest-form.tsx'
import { TrackForm } from '../../features/tracking/track-form.tsx'
import { TrackResult } from '../../features/tracking/track-result.tsx'
import { exampleOf, findOwnOrder, trackedOf } from '../../features/tracking/tracked.ts'
import { Head } from '../../lib/head.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { FailureNote } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { paths } from '../../lib/paths.ts'
import { InfoBlocks } from './track/info-blocks.tsx'
import { RecentOrders } from './track/recent-orders.tsx'
import { useGuestOrder } from './track/use-guest-order.ts'

interface Asked {
  readonly typed: string
  /** How often a button was pressed: each takes the focus to the result. */
  readonly press: number
}

/** Order tracking (specification 2, sections 2 and 4). */
export default function TrackPage() {
  const { user, isLoading } = useSession()
  const { data: orders, error, lastMove, retry } = useOrders(user?.id ?? null)
  const hasFailed = error !== undefined
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const inAddress = isHydrated ? (search.get('order') ?? '').trim().slice(0, 60) : ''
  const [asked, setAsked] = useState<Asked | null>(null)
  const [guestOrder, setGuestOrder] = useGuestOrder()
  const [isGuestOut, setGuestOut] = useState(false)

  function track(typed: string): void {
    setGuestOrder(null)
    setGuestOut(false)
    setAsked((before) => ({ typed, press: (before?.press ?? 0) + 1 }))
  }

  function lookAgain(): void {
    setGuestOut(false)
    void retry()
  }

  const typed = asked?.typed ?? inAddress
  const own = orders === undefined || typed === '' ? null : findOwnOrder(orders, typed)
  const found = own ?? guestOrder
  const isWaiting = asked !== null && (isLoading || (user !== null && orders === undefined && !hasFailed))
  const isOut = isGuestOut || (hasFailed && user !== null && (orders === undefined || orders.length === 0))

  const presses = asked?.press ?? 0
  const result =
    asked === null && found === null ? null : isWaiting ? (
      <p role="status" className="text-lg text-soft">
        Looking for your order...
      </p>
    ) : found !== null ? (
      <TrackResult
        tracked={trackedOf(found)}
        badge={<StatusBadge status={found.status} page="tracking" />}
        timeline={<OrderTimeline status={found.status} />}
        items={<OrderItems items={found.items} />}
        focusOn={presses + (guestOrder === null ? 0 : 1)}
      />
    ) : isOut ? (
      <FailureNote
        message="We cannot look up orders right now. This is our fault, and says nothing about your order. Please try again in a moment."
        onRetry={lookAgain}
      />
    ) : (
      <TrackResult
        tracked={exampleOf(typed)}
        notice={
          <ExampleNotice typed={typed} isSignedIn={user !== null}>
            {typed !== '' && (
              <GuestForm
                key={typed}
                number={typed}
                offersSignIn={user === null}
                onFound={(question, { order }) => setGuestOrder({ question, order })}
                onOutage={() => setGuestOut(true)}
              />
            )}
          </ExampleNotice>
        }
        badge={
          <span className="flex items-center gap-2">
            <Badge className="text-sm">Example</Badge>
            <StatusBadge status="processing" page="tracking" />
          </span>
        }
        timeline={<OrderTimeline status="processing" />}
        items={<OrderItems items={[]} />}
        focusOn={typed === '' ? 0 : presses}
      />
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
            Enter your order number or tracking number to see where your order is.
          </p>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="crop-marks sheet px-5 pt-11 pb-10 sm:px-9">
            <TrackForm initial={inAddress} onTrack={track} />
          </div>
          {result !== null && <div className="lg:col-span-2 lg:row-start-2">{result}</div>}
          <RecentOrders
            className="lg:col-start-2 lg:row-start-1"
            isLoading={isLoading}
            isSignedIn={user !== null}
            orders={orders}
            hasFailed={hasFailed}
            onRetry={retry}
            onTrack={(order) => track(String(order.id))}
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
