import { Link } from 'react-router-dom'
import { STAFF_ORDERS_PATH } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { emailSearch } from '../../lib/email-search.ts'
import { formatPrice } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Async } from '../../ui/async.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from './status-badge.tsx'

const MAX_SHOWN = 5
/** Some of those that the search finds may be somebody else's, whose address begins alike. */
const MAX_READ = 20

/** What else the customer of an order has bought, the latest first. */
export function OtherOrders({ order }: { readonly order: StaffOrder }) {
  const list = useStaffList(withQuery(STAFF_ORDERS_PATH, { search: emailSearch(order.customerEmail), limit: MAX_READ }))
  const others = list.data?.filter(
    ({ id, userId, customerEmail }) =>
      id !== order.id && (userId === order.userId || customerEmail === order.customerEmail),
  )
  return (
    <section aria-labelledby="other-orders" className="grid gap-3 sheet p-4 text-sm">
      <h2 id="other-orders" className="text-base">
        Other orders of this customer
      </h2>
      <Async
        data={others}
        error={list.error}
        errorMessage="They could not be read."
        onRetry={list.retry}
        loading={<Skeleton className="h-20" />}
        isEmpty={(orders) => orders.length === 0}
        empty={<p className="text-soft">This is the first one.</p>}
      >
        {(orders) => (
          <>
            <ul className="grid gap-2">
              {orders.slice(0, MAX_SHOWN).map((each) => (
                <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
                  <Link to={paths.room(`orders/${each.id}`)} className="tap-room font-semibold text-link">
                    #{each.id}
                  </Link>
                  <StatusBadge order={each} />
                  {/* Beside the date there is room for every amount. */}
                  <span className="flex basis-full flex-wrap items-baseline justify-between gap-x-3">
                    <span className="text-xs text-soft">{formatShopDay(each.createdAt)}</span>
                    <span className="font-semibold">{formatPrice(each.totalAmount)}</span>
                  </span>
                </li>
              ))}
            </ul>
            {orders.length > MAX_SHOWN && (
              <Link
                to={paths.room('orders', { search: emailSearch(order.customerEmail) })}
                className="tap-room justify-self-start text-link"
              >
                See all
              </Link>
            )}
          </>
        )}
      </Async>
    </section>
  )
}
