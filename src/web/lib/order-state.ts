import type { StaffOrder } from '#contracts/staff-orders'

/** In the order of an order's life (specification 2, section 4). */
export const STATUS_LABELS: Readonly<Record<StaffOrder['status'], string>> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** What an order is called that stays pending until staff release it. */
export const WAITING_FOR_RELEASE = 'Waiting for release'

export function statusLabel(status: StaffOrder['status']): string {
  return STATUS_LABELS[status]
}

/** Where an order stands, in the words that all lists of staff have for it. */
export function orderState({ status, awaitsRelease }: Pick<StaffOrder, 'status' | 'awaitsRelease'>): string {
  return awaitsRelease ? WAITING_FOR_RELEASE : statusLabel(status)
}
