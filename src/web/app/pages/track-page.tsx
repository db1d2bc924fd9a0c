import { moveSentence } from '../../features/orders/order-status.ts'
import { useOrders } from '../../features/orders/use-orders.ts'
import { TrackForm } from '../../features/tracking/track-form.tsx'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { InfoBlocks } from './track/info-blocks.tsx'
import { RecentOrders } from './track/recent-orders.tsx'
import { TrackingResult } from './track/tracking-result.tsx'
import { useTracking } from './track/use-tracking.ts'

/** Order tracking (specification 2, sections 2 and 4). */
export default function TrackPage() {
  const { user, isLoading } = useSession()
  const own = useOrders(user?.id ?? null)
  const { inAddress, guestOrder, tracking, track, lookAgain } = useTracking(own)

  // What went wrong goes with the button that tries again.
  useFocusWhenFewer(tracking.state === 'not-answered' ? 1 : 0)

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
          <p className="max-w-[60ch] text-lg text-balance text-soft">
            Enter your order number or tracking number, and the email address of the order.
          </p>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="crop-marks sheet px-5 pt-11 pb-10 sm:px-9">
            <TrackForm initial={inAddress} isSignedIn={user !== null} onTrack={track} />
          </div>
          {tracking.state !== 'nothing-asked' && (
            <div className="lg:col-span-2 lg:row-start-2">
              <TrackingResult tracking={tracking} isSignedIn={user !== null} onRetry={lookAgain} />
            </div>
          )}
          <RecentOrders
            className="lg:col-start-2 lg:row-start-1"
            isLoading={isLoading}
            isSignedIn={user !== null}
            orders={own.data}
            hasFailed={own.error !== undefined}
            onRetry={own.retry}
            onTrack={(order) => void track({ number: String(order.id), email: '' })}
          />
        </div>
        <p role="status" className="sr-only">
          {own.lastMove || (guestOrder !== null ? moveSentence(guestOrder) : '')}
        </p>
        <InfoBlocks />
      </div>
    </>
  )
}
