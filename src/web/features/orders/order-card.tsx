import type { ReactNode } from 'react'
import type { Order } from '#contracts/orders'
import { formatPrice } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { OrderItems, type ShownLine } from './order-items.tsx'
import { StatusBadge } from './status-badge.tsx'

const LINES_SHOWN = 4

interface OrderCardProps {
  readonly order: Order
  readonly onView: (order: Order) => void
  readonly onTrack: (order: Order) => void
  readonly onChange: (order: Order) => void
  readonly onAgain: (order: Order) => void
  /** It is on its way into the cart again. */
  readonly isAddedAgain: boolean
  readonly onCancelled: (order: Order) => void
  readonly actionFor?: ((line: ShownLine) => ReactNode) | undefined
}

/** One order of the list: number, date, status, total, lines, and what can be done with it (specification 2, section 2). */
export function OrderCard({
  order,
  onView,
  onTrack,
  onChange,
  onAgain,
  isAddedAgain,
  onCancelled,
  actionFor,
}: OrderCardProps) {
  return (
    <article aria-labelledby={`order-${order.id}`} className="sheet">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-4 sm:px-6">
        <div className="grid min-w-36 flex-1 gap-1 large-letters:min-w-0 large-letters:basis-full">
          <h3 id={`order-${order.id}`} className="text-xl">
            Order #{order.id}
          </h3>
          <p className="text-sm text-soft">
            <time dateTime={order.createdAt}>{formatShopDay(order.createdAt)}</time>
          </p>
        </div>
        <StatusBadge status={order.status} page="account" />
        <p className="figures text-2xl font-bold">
          <span className="sr-only">Total </span>
          {formatPrice(order.totalAmount)}
        </p>
      </div>
      <div className="px-4 py-2 sm:px-6">
        <OrderItems items={order.items} most={LINES_SHOWN} actionFor={actionFor} />
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-4 not-large-letters:max-sm:grid not-large-letters:max-sm:grid-cols-2 sm:px-6">
        <Button variant="quiet" size="small" onClick={() => onView(order)} aria-description={`Order #${order.id}`}>
          View Details
        </Button>
        <Button variant="quiet" size="small" onClick={() => onTrack(order)} aria-description={`Order #${order.id}`}>
          Track Order
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-disabled={isAddedAgain}
          onClick={() => onAgain(order)}
          aria-description={`Order #${order.id}`}
        >
          {isAddedAgain ? 'Adding...' : 'Order Again'}
        </Button>
        {order.changeableUntil !== null && (
          <Button variant="quiet" size="small" onClick={() => onChange(order)} aria-description={`Order #${order.id}`}>
            Change Order
          </Button>
        )}
        {(order.returnable !== null || order.returns.length > 0) && (
          <ButtonLink
            to={paths.return({ order: order.id })}
            variant="quiet"
            size="small"
            aria-description={`Order #${order.id}`}
          >
            {order.returns.length > 0 ? 'See Return' : 'Return Items'}
          </ButtonLink>
        )}
        <CancelOrder order={order} onCancelled={onCancelled} />
      </div>
    </article>
  )
}
