import type { ReactNode } from 'react'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import { groupDigits } from '#platform/shared-kernel/money'
import { PrinterSupplies } from './printer-supplies.tsx'
import { memberSince, totalSpent } from '../../../features/account/account-summary.ts'
import { StatusBadge } from '../../../features/orders/status-badge.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { centsOf, formatPrice } from '../../../lib/format.ts'
import { formatShopDay } from '../../../lib/format-shop-day.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { isLongPrice } from '../../../ui/price.tsx'
import { paths } from '../../../lib/paths.ts'

const RECENT = 3

interface OverviewPanelProps {
  readonly user: User
  readonly orders: readonly Order[]
  /** False while they could not be read: the list is empty then, but nobody knows what it would add up to. */
  readonly areKnown?: boolean
  readonly onView: (order: Order) => void
}

/** Three figures and the three most recent orders (specification 2, section 2), and what fits the printers among them. */
export function OverviewPanel({ user, orders, areKnown = true, onView }: OverviewPanelProps) {
  const spent = totalSpent(orders)
  const isLong = isLongPrice(centsOf(spent))
  const hasCancelled = orders.some((order) => order.status === 'cancelled')
  return (
    <div className="grid gap-8">
      <h2 className="sr-only">Overview</h2>
      <dl
        className={classNames(
          'grid gap-2 large-letters:grid-cols-1 sm:grid-cols-3 sm:gap-4',
          isLong ? 'grid-cols-2' : 'grid-cols-[auto_1fr_auto]',
        )}
      >
        <StatCard name="Total Orders">{areKnown ? groupDigits(orders.length) : <NotKnown />}</StatCard>
        <StatCard name="Total Spent" note={hasCancelled ? 'cancelled orders included' : undefined} isLong={isLong}>
          {areKnown ? formatPrice(spent) : <NotKnown />}
        </StatCard>
        <StatCard name="Member Since">{memberSince(user.createdAt)}</StatCard>
      </dl>
      <section aria-labelledby="recent-title" className="sheet p-5 sm:p-7">
        <h3 id="recent-title" className="mb-2 text-2xl">
          Recent Orders
        </h3>
        {orders.length === 0 ? (
          <div className="grid justify-items-start gap-4 pt-2">
            <p className="text-soft">No orders found. What you order appears here.</p>
            <ButtonLink to={paths.products()}>Start Shopping</ButtonLink>
          </div>
        ) : (
          <ul>
            {orders.slice(0, RECENT).map((order) => (
              <li
                key={order.id}
                className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-b border-line py-4 last:border-b-0 last:pb-0 large-letters:grid-cols-1 sm:grid-cols-[1fr_8rem_minmax(7rem,max-content)_auto]"
              >
                <div className="grid">
                  <span className="font-semibold">Order #{order.id}</span>
                  <time dateTime={order.createdAt} className="text-sm text-soft">
                    {formatShopDay(order.createdAt)}
                  </time>
                </div>
                <StatusBadge
                  status={order.status}
                  page="account"
                  className="justify-self-end large-letters:justify-self-start sm:justify-self-start"
                />
                <span className="figures text-xl font-bold whitespace-nowrap sm:text-right">
                  <span className="sr-only">Total </span>
                  {formatPrice(order.totalAmount)}
                </span>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => onView(order)}
                  aria-label={`View order #${order.id}`}
                  className="justify-self-end large-letters:justify-self-start"
                >
                  View
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <PrinterSupplies orders={orders} />
    </div>
  )
}

/** Where a figure stands whose orders could not be read: 0 would be a wrong one. */
function NotKnown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known just now</span>
    </>
  )
}

function StatCard({
  name,
  note,
  isLong = false,
  children,
}: {
  readonly name: string
  readonly note?: string | undefined
  /** An amount of many digits, which has a line of its own on a phone. */
  readonly isLong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'row-span-2 grid grid-cols-none grid-rows-subgrid gap-1.5 sheet px-3 py-3.5 sm:gap-2 sm:p-5',
        isLong && 'max-sm:order-last max-sm:col-span-2 max-sm:large-letters:col-span-1',
      )}
    >
      <dt className="text-soft max-sm:text-[0.8125rem]">{name}</dt>
      <dd>
        <span
          className={classNames(
            'figures text-xl font-bold whitespace-nowrap',
            isLong ? 'sm:text-lg lg:text-3xl' : 'sm:text-4xl',
          )}
        >
          {children}
        </span>
        {note !== undefined && (
          <span className="mt-1 block text-[0.8125rem] leading-snug text-soft sm:mt-2 sm:text-sm">{note}</span>
        )}
      </dd>
    </div>
  )
}
