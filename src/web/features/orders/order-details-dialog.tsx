import type { ReactNode } from 'react'
import type { Order } from '#contracts/orders'
import { formatPrice, formatTime } from '../../lib/format.ts'
import { PAYMENT_LABELS } from '../../lib/payment-labels.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OrderItems } from './order-items.tsx'
import { StatusBadge } from './status-badge.tsx'

interface OrderDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** Everything about one order (specification 2, section 2). */
export function OrderDetailsDialog({ order, onClose }: OrderDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Order Details"
      description={`Order #${order.id}`}
      className="sm:max-w-2xl"
    >
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <DefinitionRow name="Order Date">
          <time dateTime={order.createdAt}>{formatTime(order.createdAt)}</time>
        </DefinitionRow>
        <DefinitionRow name="Status">
          <StatusBadge status={order.status} page="account" />
        </DefinitionRow>
        <DefinitionRow name="Payment Method">{payment(order)}</DefinitionRow>
        <DefinitionRow name="Customer">{order.customerName}</DefinitionRow>
        <DefinitionRow name="Delivery Address">{order.customerAddress}</DefinitionRow>
        <DefinitionRow name="Phone">{order.customerPhone || 'None given'}</DefinitionRow>
      </dl>
      <section aria-labelledby="details-items" className="mt-6 border-t border-line pt-4">
        <h3 id="details-items" className="mb-1 text-lg">
          Items
        </h3>
        <OrderItems items={order.items} />
      </section>
      <dl className="mt-1 grid gap-1.5 border-t border-line pt-4">
        <Sum name="Subtotal" amount={formatPrice(order.subtotal)} />
        <Sum name="Shipping" amount={order.shipping === '0.00' ? 'Free' : formatPrice(order.shipping)} />
        <Sum name="Tax" amount={formatPrice(order.tax)} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="figures text-3xl font-bold">{formatPrice(order.totalAmount)}</dd>
        </div>
      </dl>
    </Dialog>
  )
}

function DefinitionRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Sum({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

/** Cash on Delivery where nothing else is known (specification 2, section 2). */
function payment({ paymentMethod, cardBrand, cardLast4 }: Order): string {
  const way = PAYMENT_LABELS[paymentMethod] ?? PAYMENT_LABELS.cash_on_delivery
  return cardLast4 === null ? way : `${way} (${cardBrand ?? 'card'} ending in ${cardLast4})`
}
