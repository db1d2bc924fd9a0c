import type { OrdersModule } from '#modules/orders'
import { changesBetween, type AuditChange } from '../audit/domain/audit.ts'

type Move = Parameters<OrdersModule['requestMove']>[0]

/** What the log says of a move of an order: the step, and what was typed for it. */
export function changesOfMove(from: string, { to, carrier, trackingNumber, location, reason }: Move): AuditChange[] {
  return changesBetween({ status: from }, { status: to, carrier, trackingNumber, location, reason })
}
