import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#contracts/orders'
import { parseDecimal } from '#platform/shared-kernel/money'
import { formatPrice } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { PAYMENT_LABELS } from '../../lib/payment-labels.ts'
import { Button } from '../../ui/button.tsx'
import { CostList } from '../../ui/cost-list.tsx'
import { Definition } from '../../ui/definition.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InvoiceSheet } from '../../ui/invoice-sheet.tsx'
import { OrderItems } from './order-items.tsx'
import { StatusBadge } from './status-badge.tsx'

interface OrderDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** Everything about one order (specification 2, section 2). */
export function OrderDetailsDialog({ order, onClose }: OrderDialogProps) {
  const [isPrinting, setPrinting] = useState(false)
  const costs = {
    subtotalCents: parseDecimal(order.subtotal) ?? 0,
    shippingCents: parseDecimal(order.shipping) ?? 0,
    taxCents: parseDecimal(order.tax) ?? 0,
    totalCents: parseDecimal(order.totalAmount) ?? 0,
  }
  return (
    <Dialog onClose={onClose} title="Order Details" description={`Order #${order.id}`} className="sm:max-w-2xl">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Definition name="Order Date">
          <time dateTime={order.createdAt}>{formatShopTime(order.createdAt)}</time>
        </Definition>
        <Definition name="Status">
          <StatusBadge status={order.status} page="account" />
        </Definition>
        <Definition name="Payment Method">{payment(order)}</Definition>
        {Number(order.refunded) > 0 && <Definition name="Refunded">{formatPrice(order.refunded)}</Definition>}
        {order.shippingMethod === 'express' && <Definition name="Delivery">Express, 1-2 business days</Definition>}
        <Definition name="Customer">{order.customerName}</Definition>
        <Definition name="Delivery Address">{order.customerAddress}</Definition>
        <Definition name="Phone">{order.customerPhone || 'None given'}</Definition>
      </dl>
      <section aria-labelledby="details-items" className="mt-6 border-t border-line pt-4">
        <h3 id="details-items" className="mb-1 text-lg">
          Items
        </h3>
        <OrderItems items={order.items} />
      </section>
      <CostList costs={costs} className="mt-1 border-t border-line pt-4" />
      {order.invoice !== null && (
        <Button variant="quiet" size="small" className="mt-5" onClick={() => setPrinting(true)}>
          <Printer aria-hidden="true" className="size-4" />
          Print Invoice
        </Button>
      )}
      {isPrinting && <InvoiceSheet order={order} onPrinted={() => setPrinting(false)} />}
    </Dialog>
  )
}

/** Cash on Delivery where nothing else is known (specification 2, section 2). */
function payment({ paymentMethod, cardBrand, cardLast4 }: Order): string {
  const way = PAYMENT_LABELS[paymentMethod] ?? PAYMENT_LABELS.cash_on_delivery
  return cardLast4 === null ? way : `${way} (${cardBrand ?? 'card'} ending in ${cardLast4})`
}
