import { Link } from 'react-router-dom'
import { INBOX_PATH } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import type { StaffOrder } from '#contracts/staff-orders'
import { emailSearch } from '../../lib/email-search.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffChanges } from '../../lib/use-staff-changes.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Async } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const MAX_SHOWN = 5
const MAX_READ = 100
const INBOX_KIND = ['inbox'] as const

/** What the customer of an order wrote to the shop: first what names the order, then the latest. */
export function CustomerMessages({ order }: { readonly order: StaffOrder }) {
  const list = useStaffList(withQuery(INBOX_PATH, { search: emailSearch(order.customerEmail), limit: MAX_READ }))
  useStaffChanges(INBOX_KIND, list.retry)
  const messages = list.data
    ?.filter(({ email }) => email?.toLowerCase() === order.customerEmail)
    .toSorted((one, other) => Number(names(other, order.id)) - Number(names(one, order.id)))
  return (
    <section aria-labelledby="customer-messages" className="grid gap-3 sheet p-4 text-sm">
      <h2 id="customer-messages" className="text-base">
        Messages of this customer
      </h2>
      <Async
        data={messages}
        error={list.error}
        errorMessage="They could not be read."
        onRetry={list.retry}
        loading={<Skeleton className="h-20" />}
        isEmpty={(entries) => entries.length === 0}
        empty={<p className="text-soft">No messages.</p>}
      >
        {(entries) => (
          <>
            <ul className="grid gap-2">
              {entries.slice(0, MAX_SHOWN).map((entry) => (
                <li key={entry.id} className="grid gap-1 border-t border-line pt-2">
                  <span className="font-semibold wrap-anywhere">{entry.subject}</span>
                  <span className="flex flex-wrap items-center gap-2 text-xs text-soft">
                    {formatShopDay(entry.receivedAt)}
                    <Badge className="capitalize">{entry.state}</Badge>
                    {names(entry, order.id) && <Badge tone="good">About this order</Badge>}
                  </span>
                </li>
              ))}
            </ul>
            <Link
              to={paths.room('inbox', { search: emailSearch(order.customerEmail) })}
              className="tap-room justify-self-start text-link"
            >
              Open the inbox
            </Link>
          </>
        )}
      </Async>
    </section>
  )
}

/** Whether a message names an order by its number. */
function names({ subject, fields }: InboxEntry, orderId: number): boolean {
  return [subject, ...fields.map(({ value }) => value)].some((text) => text.includes(String(orderId)))
}
