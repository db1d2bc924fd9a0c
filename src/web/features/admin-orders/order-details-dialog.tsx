import { Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { StaffOrder } from '#contracts/order-life'
import { formatPrice, formatTime } from '../../lib/format.ts'
import { useRefusal } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { actorLabel, paymentLabel, statusLabel } from './order-moves.ts'
import { AddressLines } from './address-lines.tsx'
import { OrderReturn } from './order-return.tsx'
import { OrderSteps } from './order-steps.tsx'
import { SignOutCustomer } from './sign-out-customer.tsx'
import { ReleaseOrder } from './release-order.tsx'
import { StatusBadge } from './status-badge.tsx'
import { InvoiceSheet } from '../../ui/invoice-sheet.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

interface OrderDetailsDialogProps {
  readonly order: StaffOrder
  readonly onClose: () => void
  readonly onMoved: (order: StaffOrder) => void
  readonly onPrint: (order: StaffOrder) => void
}

/** Everything about one order, and where it may go next. */
export function OrderDetailsDialog({ order, onClose, onMoved, onPrint }: OrderDetailsDialogProps) {
  const [isPrinting, setPrinting] = useState(false)
  const refusal = useRefusal('orders.write')
  const mayChange = refusal === undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`Order #${order.id}`}
      className="sm:max-w-3xl"
    >
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <StatusBadge status={order.status} />
          <span className="text-soft">Placed {formatTime(order.createdAt)}</span>
          <div className="flex flex-wrap max-sm:-ml-3 sm:ml-auto">
            <Button variant="ghost" size="small" onClick={() => onPrint(order)}>
              <Printer aria-hidden="true" className="size-4" />
              Print packing slip
            </Button>
            {order.invoice !== null && (
              <Button variant="ghost" size="small" onClick={() => setPrinting(true)}>
                <Printer aria-hidden="true" className="size-4" />
                Print invoice {order.invoice.number}
              </Button>
            )}
          </div>
          {isPrinting && <InvoiceSheet order={order} onPrinted={() => setPrinting(false)} />}
        </div>
        {order.returns.toReversed().map((asked) => (
          <OrderReturn key={`${asked.number} ${asked.status}`} orderId={order.id} asked={asked} onDecided={onMoved} />
        ))}
        {!mayChange && <p className="text-sm text-soft">{refusal}</p>}
        {mayChange && order.awaitsRelease && <ReleaseOrder order={order} onReleased={onMoved} />}
        {mayChange && <OrderSteps key={order.status} order={order} onMoved={onMoved} />}
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 text-sm max-sm:*:first:col-span-2 sm:grid-cols-3">
          <Block title="Customer">
            <p>{order.customerName}</p>
            <p>
              <a href={`mailto:${order.customerEmail}`} className="text-link wrap-anywhere">
                {order.customerEmail}
              </a>
            </p>
            {order.customerPhone !== null && <p>{order.customerPhone}</p>}
            <p className="mt-1 text-soft">{order.userId === null ? 'No account' : 'Has an account'}</p>
            {order.userId !== null && <SignOutCustomer customerId={order.userId} name={order.customerName} />}
          </Block>
          <Block title="Ship to">
            <AddressLines address={order.shippingAddress} />
          </Block>
          <Block title="Bill to">
            <AddressLines address={order.billingAddress} />
          </Block>
          <Block title="Payment">
            <p>{paymentLabel(order)}</p>
          </Block>
          <Block title="Carrier">
            <p>{order.carrier ?? 'Not shipped yet'}</p>
          </Block>
          <Block title="Tracking number">
            <p className="wrap-anywhere">{order.trackingNumber ?? 'None yet'}</p>
          </Block>
        </div>
        <Block title="Items">
          <Items order={order} />
        </Block>
        <Block title="History">
          {order.history.length === 0 ? (
            <p className="text-sm text-soft">Nothing has happened yet</p>
          ) : (
            <ol className="grid gap-2 border-l-2 border-line pl-4 text-sm">
              {order.history.map(({ to, at, actor, reason }) => (
                <li key={`${to}-${at}`}>
                  <b>{statusLabel(to)}</b> by {actorLabel(actor)}, <span className="text-soft">{formatTime(at)}</span>
                  {reason !== null && <span className="block text-soft">“{reason}”</span>}
                </li>
              ))}
            </ol>
          )}
        </Block>
      </div>
    </Dialog>
  )
}

function Items({ order }: { readonly order: StaffOrder }) {
  if (order.items.length === 0) return <p className="text-sm text-soft">No items available</p>
  const sums = [
    { label: 'Subtotal', amount: order.subtotal },
    { label: 'Shipping', amount: order.shipping },
    { label: 'Tax', amount: order.tax },
  ]
  return (
    <ScrollRegion label="Items of the order" className="overflow-x-auto rounded border border-line">
      <table className="w-full min-w-[26rem] text-sm">
        <thead>
          <tr className="bg-wash text-xs">
            <th scope="col" className="px-3 py-2 text-left">
              Product
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Price
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Quantity
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                {item.name}
              </th>
              <td className="px-3 py-2 text-right">{formatPrice(item.price)}</td>
              <td className="px-3 py-2 text-right">{item.quantity}</td>
              <td className="px-3 py-2 text-right">{formatPrice(item.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" colSpan={3} className="px-3 py-1 text-right font-normal text-soft">
                {label}
              </th>
              <td className="px-3 py-1 text-right">{formatPrice(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3} className="px-3 py-2 text-right">
              Total
            </th>
            <td className="px-3 py-2 text-right font-bold">{formatPrice(order.totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-base">{title}</h3>
      {children}
    </div>
  )
}
