import type { Order } from '#contracts/orders'
import { formatShopDay } from '../../../lib/format-shop-day.ts'
import { Button } from '../../../ui/button.tsx'

const MAX_SHOWN = 12

interface OwnOrdersProps {
  readonly orders: readonly Order[]
  /** The order whose returns are on screen. */
  readonly shownId: number | undefined
  readonly onOpen: (id: number) => void
}

/** The customer's orders that can be returned or have been. */
export function OwnOrders({ orders, shownId, onOpen }: OwnOrdersProps) {
  const returned = orders.filter((order) => order.returnable !== null || order.returns.length > 0)
  if (returned.length === 0) return null
  return (
    <section aria-labelledby="own-orders" className="grid gap-3">
      <h2 id="own-orders" className="text-2xl">
        Your orders
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {returned.slice(0, MAX_SHOWN).map((order) => (
          <li key={order.id} className="sheet grid gap-2 p-4">
            <p className="font-semibold">
              Order #{order.id} <span className="font-normal text-soft">{formatShopDay(order.createdAt)}</span>
            </p>
            <p className="line-clamp-2 text-sm text-soft [overflow-wrap:anywhere]">
              {order.items.map(({ productName }) => productName).join(', ')}
            </p>
            <Button
              size="small"
              variant="quiet"
              className="justify-self-start"
              aria-pressed={shownId === order.id}
              onClick={() => onOpen(order.id)}
            >
              {order.returns.length > 0 ? 'See Return' : 'Return Items'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
