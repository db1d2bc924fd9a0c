import type { StaffOrder } from '#contracts/staff-orders'
import { orderState, statusLabel } from '../../lib/order-state.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import type { OrderStatus } from './order-moves.ts'

const TONES: Readonly<Record<OrderStatus, BadgeTone>> = {
  pending: 'plain',
  processing: 'mark',
  shipped: 'act',
  delivered: 'good',
  cancelled: 'speak',
}

/** Where an order stands. What waits for release does not move on by itself, and is always pending. */
export function StatusBadge({ order }: { readonly order: Pick<StaffOrder, 'status' | 'awaitsRelease'> }) {
  if (!order.awaitsRelease) return <Badge tone={TONES[order.status]}>{orderState(order)}</Badge>
  return (
    <Badge tone="sell" className="whitespace-nowrap">
      <span className="sr-only">{statusLabel(order.status)}: </span>
      {orderState(order)}
    </Badge>
  )
}

/** Marks an order that has to arrive sooner than others, until it has. */
export function ExpressBadge({ order }: { readonly order: Pick<StaffOrder, 'shippingMethod' | 'status'> }) {
  const isOver = order.status === 'delivered' || order.status === 'cancelled'
  return order.shippingMethod === 'express' && !isOver ? <Badge tone="speak">Express</Badge> : null
}
