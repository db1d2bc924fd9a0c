import { Info } from 'lucide-react'
import type { Order } from '#contracts/orders'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { StatusBadge } from './status-badge.tsx'

interface TrackOrderDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** Where an order is, in four steps (specification 2, section 2). */
export function TrackOrderDialog({ order, onClose }: TrackOrderDialogProps) {
  return (
    <Dialog onClose={onClose} title="Track Order" description={`Order #${order.id}`}>
      <div className="grid gap-6">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusBadge status={order.status} page="account" />
          <span className="text-soft">{expectation(order)}</span>
        </p>
        <OrderTimeline status={order.status} direction="down" />
        {order.status === 'processing' && (
          <Note className="flex gap-3">
            <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              Your order is being prepared for shipment. You will hear from us by email as soon as it is on its way.
            </span>
          </Note>
        )}
        {order.trackingNumber !== null && (
          <p>
            Shipped with {order.carrier ?? 'UPS Ground'}, tracking number{' '}
            <span className="font-semibold [overflow-wrap:anywhere]">{order.trackingNumber}</span>
          </p>
        )}
        <ButtonLink to={paths.track({ order: order.id })} variant="quiet" className="justify-self-start">
          Open Order Tracking
        </ButtonLink>
      </div>
    </Dialog>
  )
}

/** The fixed text as specified, for as long as a delivery is expected; express is faster. */
function expectation({ status, shippingMethod }: Order): string {
  if (status === 'cancelled') return 'This order was cancelled; nothing will be sent.'
  if (status === 'delivered') return 'This order has been delivered.'
  return `Expected delivery ${shippingMethod === 'express' ? '1-2' : '3-5'} business days`
}
