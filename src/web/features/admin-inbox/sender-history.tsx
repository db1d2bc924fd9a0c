import { Link } from 'react-router-dom'
import type { StaffOrder } from '#contracts/staff-orders'
import { INBOX_PATH } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import { emailSearch } from '../../lib/email-search.ts'
import { formatPrice } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { orderState } from '../../lib/order-state.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffList, type StaffListResult } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Async } from '../../ui/async.tsx'
import { STATE_OPTIONS } from './due.ts'

interface SenderHistoryProps {
  readonly entry: InboxEntry & { readonly email: string }
  /** Orders of the address, newest first. */
  readonly orders: Pick<StaffListResult<StaffOrder>, 'data' | 'error' | 'retry'>
}

/** What else the shop has of the address: its orders, and earlier messages. */
export function SenderHistory({ entry, orders }: SenderHistoryProps) {
  const messages = useStaffList(withQuery(INBOX_PATH, { search: emailSearch(entry.email), limit: 6 }))
  const earlier = messages.data?.filter(({ id, email }) => id !== entry.id && email === entry.email)
  return (
    <section aria-label="Sender" className="grid gap-4 text-sm">
      <div className="grid gap-2">
        <h3 className="text-base">Orders of this address</h3>
        <Async
          data={orders.data}
          error={orders.error}
          errorMessage="They could not be read."
          onRetry={orders.retry}
          loading={<p className="text-soft">Looking for orders...</p>}
          isEmpty={(found) => found.length === 0}
          empty={<p className="text-soft">None.</p>}
        >
          {(found) => (
            <>
              <ul className="grid gap-1.5">
                {found.map((order) => (
                  <li key={order.id} className="grid justify-items-start">
                    <Link to={`${paths.room('orders')}/${order.id}`} className="tap-room font-semibold text-link">
                      #{order.id}
                    </Link>
                    <span className="text-soft">
                      {orderState(order)}, {formatShopDay(order.createdAt)}, {formatPrice(order.totalAmount)}
                    </span>
                  </li>
                ))}
              </ul>
              <p className="text-xs text-soft">
                Anybody can type this address into a form: ask for more before you tell what is in an order.
              </p>
            </>
          )}
        </Async>
      </div>
      <div className="grid gap-2">
        <h3 className="text-base">Other messages</h3>
        <Async
          data={earlier}
          error={messages.error}
          errorMessage="They could not be read."
          onRetry={messages.retry}
          loading={<p className="text-soft">Looking for messages...</p>}
          isEmpty={(found) => found.length === 0}
          empty={<p className="text-soft">None.</p>}
        >
          {(found) => (
            <ul className="grid gap-1.5">
              {found.map(({ id, subject, state, receivedAt }) => (
                <li key={id} className="grid">
                  <Link to={`${paths.room('inbox')}/${id}`} className="tap-room min-w-0 font-semibold text-link">
                    <span className="block truncate">{subject}</span>
                  </Link>
                  <span className="text-soft">
                    {STATE_OPTIONS.find(({ value }) => value === state)?.label}, {formatShopDay(receivedAt)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Async>
      </div>
    </section>
  )
}
