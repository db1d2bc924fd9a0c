import type { OrdersModule } from '#modules/orders'
import { changesBetween, type AuditLog } from '../audit/audit.api.ts'
import type { StaffOrders } from './orders.api.ts'

export function createStaffOrders(deps: {
  readonly orders: Pick<OrdersModule, 'requestMove'>
  readonly audit: Pick<AuditLog, 'record'>
}): StaffOrders {
  const { orders, audit } = deps
  return {
    move: (move, address) =>
      orders.requestMove(move, (tx, from) => {
        const { orderId, to, carrier, trackingNumber, location, reason } = move
        const changes = changesBetween({ status: from }, { status: to, carrier, trackingNumber, location, reason })
        return audit.record(tx, { action: 'order.moved', subject: `order ${orderId}`, address, changes })
      }),
  }
}
