import { CalendarCheck } from 'lucide-react'
import type { ShippingMethod } from '#contracts/orders'
import { formatDay } from '#platform/time/business-days'
import { estimateDelivery } from '#platform/time/delivery-estimate'
import { MINUTE_MS } from '#platform/time/durations'
import { classNames } from '../../lib/class-names.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/use-now.ts'

/**
 * By when to order, and when shipping brings it (default: standard). The server's page is kept for hours and knows no
 * today, so it says how many business days; both take the same two lines.
 */
export function DeliveryLine({
  method = 'standard',
  className,
}: {
  readonly method?: ShippingMethod
  readonly className?: string
}) {
  const isHydrated = useHydrated()
  return (
    <FilledIn name={`delivery line ${className}`} texts={[]}>
      {() => (
        <p className={classNames('flex min-h-12 items-center gap-3.5 leading-snug', className)}>
          <CalendarCheck aria-hidden="true" className="size-5 shrink-0 text-ok" strokeWidth={1.75} />
          {isHydrated ? (
            <Dates method={method} />
          ) : (
            <span className="text-soft">Standard shipping takes 3-7 business days.</span>
          )}
        </p>
      )}
    </FilledIn>
  )
}

function Dates({ method }: { readonly method: ShippingMethod }) {
  const { orderBy, isToday, earliest, latest } = estimateDelivery(new Date(useNow(MINUTE_MS)), method)
  return (
    <span>
      Order by {isToday ? '2 PM CT' : `${formatDay(orderBy)}, 2 PM CT`}, arrives{' '}
      <b className="font-semibold">
        <span className="whitespace-nowrap">{formatDay(earliest)}</span> –{' '}
        <span className="whitespace-nowrap">{formatDay(latest)}</span>
      </b>
    </span>
  )
}
