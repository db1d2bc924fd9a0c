import { OrderItems } from '../../../features/orders/order-items.tsx'
import { OrderTimeline } from '../../../features/orders/order-timeline.tsx'
import { StatusBadge } from '../../../features/orders/status-badge.tsx'
import { TrackResult } from '../../../features/tracking/track-result.tsx'
import { exampleOf, trackedOf } from '../../../features/tracking/tracked.ts'
import { UnknownOrder } from '../../../features/tracking/unknown-order.tsx'
import { FailureNote } from '../../../ui/async.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Tracking } from './use-tracking.ts'

interface TrackingResultProps {
  readonly tracking: Tracking
  readonly isSignedIn: boolean
  readonly onRetry: () => Promise<void>
}

/** The order that was asked for, or why it is not shown. */
export function TrackingResult({ tracking, isSignedIn, onRetry }: TrackingResultProps) {
  switch (tracking.state) {
    case 'nothing-asked':
      return null
    case 'waiting':
      return (
        <p role="status" className="text-lg text-soft">
          Looking for your order...
        </p>
      )
    case 'found': {
      const { order, press } = tracking
      return (
        <TrackResult
          tracked={trackedOf(order)}
          badge={<StatusBadge status={order.status} page="tracking" />}
          timeline={<OrderTimeline status={order.status} />}
          items={<OrderItems items={order.items} />}
          focusOn={press}
        />
      )
    }
    case 'not-answered':
      return <FailureNote message={tracking.message} onRetry={onRetry} />
    case 'unknown':
      return (
        <UnknownOrder number={tracking.number} email={tracking.email} isSignedIn={isSignedIn}>
          <ExampleOrder number={tracking.number} />
        </UnknownOrder>
      )
  }
}

/** What tracking looks like, with the number as it was typed. */
function ExampleOrder({ number }: { readonly number: string }) {
  return (
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
  )
}
