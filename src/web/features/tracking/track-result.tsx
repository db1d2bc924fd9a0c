import { Info } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import type { Tracked } from './tracked.ts'
import { Definition } from '../../ui/definition.tsx'
import { Note } from '../../ui/note.tsx'

interface TrackResultProps {
  readonly tracked: Tracked
  /** It shows what tracking looks like, and is nobody's order. */
  readonly isExample?: boolean
  readonly badge: ReactNode
  readonly timeline: ReactNode
  readonly items: ReactNode
  /** Changes with each press of a button, which takes the focus here; not at all by default. */
  readonly focusOn?: number
}

/** Where an order is (specification 2, section 2). */
export function TrackResult({ tracked, isExample = false, badge, timeline, items, focusOn = 0 }: TrackResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusOn > 0) heading.current?.focus()
  }, [focusOn])

  const {
    number,
    status,
    createdAt,
    carrier,
    trackingNumber,
    isTrackingNumberAhead,
    estimatedDelivery,
    trackingEvents,
  } = tracked
  return (
    <section
      aria-labelledby="track-result"
      className={classNames('rounded border bg-sheet', isExample ? 'border-dashed border-edge' : 'border-line')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-5 large-letters:px-2 sm:px-7">
        <div className="grid min-w-0 gap-1">
          <h2 ref={heading} id="track-result" tabIndex={-1} className="text-3xl [overflow-wrap:anywhere]">
            Order {number}
          </h2>
          {createdAt !== null && (
            <p className="text-soft">
              Placed on <time dateTime={createdAt}>{formatShopDay(createdAt)}</time>
            </p>
          )}
        </div>
        {badge}
      </div>
      <div className="px-5 py-7 large-letters:px-2 sm:px-7">{timeline}</div>
      {status === 'processing' && (
        <Note className="mx-5 mb-7 flex gap-3 large-letters:mx-2 large-letters:flex-col sm:mx-7">
          <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <h3 className="text-base">Current Status</h3>
            <p>The order is being prepared for shipment. It gets its tracking number when it leaves our warehouse.</p>
          </div>
        </Note>
      )}
      <dl className="grid gap-x-8 gap-y-4 border-t border-line px-5 py-5 sm:grid-cols-3 sm:px-7">
        <Definition name="Carrier">{carrier}</Definition>
        {trackingNumber !== '' && (
          <Definition name="Tracking Number">
            {trackingNumber}
            {isTrackingNumberAhead && <span className="block text-sm font-normal text-soft">once it has shipped</span>}
          </Definition>
        )}
        <Definition name="Expected Delivery">{estimatedDelivery}</Definition>
      </dl>
      <div className="grid gap-x-12 gap-y-6 border-t border-line px-5 py-5 large-letters:px-2 sm:px-7 lg:grid-cols-[3fr_2fr]">
        <div>
          <h3 className="mb-1 text-lg">Items</h3>
          {items}
        </div>
        {trackingEvents.length > 0 && (
          <div>
            <h3 className="mb-2 text-lg">History</h3>
            <ol className="grid gap-2">
              {trackingEvents.toReversed().map((event, index) => (
                <li key={index} className="grid">
                  <span className="font-medium first-letter:uppercase">
                    {event.status === 'pending' ? 'Order placed' : event.status}
                    {event.location !== null && `, ${event.location}`}
                  </span>
                  <time dateTime={event.timestamp} className="text-sm text-soft">
                    {formatShopTime(event.timestamp)}
                  </time>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </section>
  )
}
