import { useRef, useState, type ReactNode } from 'react'
import type { Order } from '#contracts/orders'
import { OrderCard } from '../../../features/orders/order-card.tsx'
import type { ShownLine } from '../../../features/orders/order-items.tsx'
import { formatCount } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { illustration } from '../../illustrations.ts'
import { paths } from '../../../lib/paths.ts'

const PER_PAGE = 10

interface OrdersPanelProps {
  readonly orders: readonly Order[]
  readonly onView: (order: Order) => void
  readonly onTrack: (order: Order) => void
  readonly onChange: (order: Order) => void
  readonly onAgain: (order: Order) => void
  /** The number of the order that is being put into the cart again. */
  readonly adding: number | null
  readonly onCancelled: (order: Order) => void
  /** What can be done with a line of an order, once it was delivered. */
  readonly actionFor: (order: Order, line: ShownLine) => ReactNode
}

/** All orders, newest first, ten on a page (specification 2, section 2). */
export function OrdersPanel({
  orders,
  onView,
  onTrack,
  onChange,
  onAgain,
  adding,
  onCancelled,
  actionFor,
}: OrdersPanelProps) {
  const [wanted, setWanted] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = Math.max(1, Math.ceil(orders.length / PER_PAGE))
  const page = Math.min(wanted, pages)
  const first = (page - 1) * PER_PAGE

  function turn(to: number): void {
    setWanted(to)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  if (orders.length === 0) {
    return (
      <EmptyState
        title="No orders found"
        description="What you order appears here, from the click to your door."
        drawing={illustration('empty-cart')}
      >
        <ButtonLink to={paths.products()} size="large">
          Start Shopping
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="orders-title" className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 ref={heading} id="orders-title" tabIndex={-1} className="text-2xl">
          Order History
        </h2>
        <p className="text-soft">{formatCount(orders.length, 'order')}</p>
      </div>
      <ul className="grid gap-5">
        {orders.slice(first, first + PER_PAGE).map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              onView={onView}
              onTrack={onTrack}
              onChange={onChange}
              onAgain={onAgain}
              isAddedAgain={adding === order.id}
              onCancelled={onCancelled}
              actionFor={(line) => actionFor(order, line)}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pageSize={PER_PAGE} total={orders.length} onPage={turn} noun="orders" />}
    </section>
  )
}
