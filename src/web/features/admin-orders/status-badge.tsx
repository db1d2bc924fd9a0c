import type { StaffOrder } from '#contracts/order-life'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { statusLabel, type OrderStatus } from './order-moves.ts'

const TONES: Readonly<Record<OrderStatus, BadgeTone>> = {
  pending: 'plain',
  processing: 'mark',
  shipped: 'act',
  delivered: 'good',
  cancelled: 'speak',
}

export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{statusLabel(status)}</Badge>
}

/** Marks an order that has to arrive sooner than others, until it has. */
export function ExpressBadge({ order }: { readonly order: Pick<StaffOrder, 'shippingMethod' | 'status'> }) {
  const isOver = order.status === 'delivered' || order.status === 'cancelled'
  return order.shippingMethod === 'express' && !isOver ? <Badge tone="speak">Express</Badge> : null
}

/** Instead of the status of an order that does not move on by itself: what is held is always pending. */
export function ReleaseBadge() {
  return (
    <Badge tone="sell" className="whitespace-nowrap">
      <span className="sr-only">Pending: </span>Waiting for release
    </Badge>
  )
}
