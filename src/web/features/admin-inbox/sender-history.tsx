import { Link } from 'react-router-dom'
import type { StaffOrder } from '#contracts/order-life'
import { INBOX_PATH } from '#contracts/api-paths'
import type { InboxEntry } from '#contracts/messages'
import { formatDate, formatPrice } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { STATE_OPTIONS } from './due.ts'

interface SenderHistoryProps {
  readonly entry: InboxEntry & { readonly email: string }
  /** Orders of the address, newest first; undefined while they are read. */
  readonly orders: readonly StaffOrder[] | undefined
}

/** What else the shop has of the address: its orders, and earlier messages. */
export function SenderHistory({ entry, orders }: SenderHistoryProps) {
  const messages = useStaffList(withQuery(INBOX_PATH, { search: entry.email, limit: 6 }))
  const earlier = messages.data?.filter(({ id, email }) => id !== entry.id && email === entry.email)
  return (
    <section aria-label="Sender" className="grid gap-4 text-sm">
      <div className="grid gap-2">
        <h3 className="text-base">Orders of this address</h3>
        {orders === undefined && <p className="text-soft">Looking for orders...</p>}
        {orders?.length === 0 && <p className="text-soft">None.</p>}
        {orders !== undefined && orders.length > 0 && (
          <>
            <ul className="grid gap-1.5">
              {orders.map(({ id, status, createdAt, totalAmount }) => (
                <li key={id} className="grid justify-items-start">
                  <Link to={`${paths.room('orders')}/${id}`} className="font-semibold text-link">
                    #{id}
                  </Link>
                  <span className="text-soft">
                    <span className="capitalize">{status}</span>, {formatDate(createdAt)}, {formatPrice(totalAmount)}
                  </span>
                </li>
              ))}
            </ul>
            <p className="text-xs text-soft">
              Anybody can type this address into a form: ask for more before you tell what is in an order.
            </p>
          </>
        )}
      </div>
      <div className="grid gap-2">
        <h3 className="text-base">Other messages</h3>
        {earlier === undefined && <p className="text-soft">Looking for messages...</p>}
        {earlier?.length === 0 && <p className="text-soft">None.</p>}
        <ul className="grid gap-1.5">
          {earlier?.map(({ id, subject, state, receivedAt }) => (
            <li key={id} className="grid">
              <Link to={`${paths.room('inbox')}/${id}`} className="truncate font-semibold text-link">
                {subject}
              </Link>
              <span className="text-soft">
                {STATE_OPTIONS.find(({ value }) => value === state)?.label}, {formatDate(receivedAt)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
