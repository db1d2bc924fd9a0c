import { Link } from 'react-router-dom'
import type { Order } from '#contracts/orders'
import { StatusBadge } from '../../../features/orders/status-badge.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { RetryButton } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { paths } from '../../../lib/paths.ts'
import { formatShopDay } from '../../../lib/format-shop-day.ts'

const RECENT = 5

interface RecentOrdersProps {
  readonly className?: string
  readonly isLoading: boolean
  readonly isSignedIn: boolean
  readonly orders: readonly Order[] | undefined
  readonly hasFailed: boolean
  readonly onRetry: () => Promise<void>
  readonly onTrack: (order: Order) => void
}

/**
 * The last orders of a customer, each with its way to be tracked; for guests, the way to them (specification 2, section
 * 2).
 */
export function RecentOrders({
  className,
  isLoading,
  isSignedIn,
  orders,
  hasFailed,
  onRetry,
  onTrack,
}: RecentOrdersProps) {
  return (
    <section aria-labelledby="recent-orders" className={classNames('min-h-44 sheet p-5 sm:p-6', className)}>
      <h2 id="recent-orders" className="mb-3 text-xl">
        Your Recent Orders
      </h2>
      {isLoading || (isSignedIn && orders === undefined && !hasFailed) ? (
        <Skeleton className="h-20" />
      ) : !isSignedIn ? (
        <p className="text-soft">
          <Link to={paths.login()} state={{ returnTo: paths.track() }} className="text-link font-semibold">
            Sign in
          </Link>{' '}
          to see your orders here. Without an account, the order number and your email address are enough.
        </p>
      ) : orders === undefined || (hasFailed && orders.length === 0) ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>Your orders could not be loaded just now.</p>
          <RetryButton size="small" onRetry={onRetry} />
        </div>
      ) : orders.length === 0 ? (
        <p className="text-soft">No orders found</p>
      ) : (
        <ul>
          {orders.slice(0, RECENT).map((order) => (
            <li
              key={order.id}
              className="grid grid-cols-[1fr_auto_auto] items-center gap-x-3 gap-y-2 border-b large-letters:grid-cols-1 large-letters:justify-items-start border-line py-3 last:border-b-0 last:pb-0"
            >
              <div className="grid">
                <span className="font-semibold">#{order.id}</span>
                <time dateTime={order.createdAt} className="text-sm text-soft">
                  {formatShopDay(order.createdAt)}
                </time>
              </div>
              <StatusBadge status={order.status} page="tracking" />
              <Button
                variant="quiet"
                size="small"
                onClick={() => onTrack(order)}
                aria-label={`Track order #${order.id}`}
              >
                Track
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
