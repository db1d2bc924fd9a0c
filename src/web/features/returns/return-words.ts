import type { OrderReturn, ReturnStatus, TrackedReturn } from '#contracts/returns'
import type { z } from 'zod'
import { centsOf } from '../../lib/format.ts'

export type ReturnReason = TrackedReturn['items'][number]['reason']
/** A return as the shopper's screens show it, a guest's or a customer's own. */
export type ShownReturn = TrackedReturn & Partial<Pick<z.output<typeof OrderReturn>, 'note'>>

const REASONS: Readonly<Record<ReturnReason, string>> = {
  defective: 'Defective',
  damaged: 'Damaged on the way',
  'wrong-item': 'Not what I ordered',
  'not-as-described': 'Not as described',
  'changed-mind': 'Changed my mind',
  other: 'Other',
}

export const REASON_OPTIONS = (Object.keys(REASONS) as ReturnReason[]).map((value) => ({
  value,
  label: REASONS[value],
}))

export function isReturnReason(value: unknown): value is ReturnReason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}

export function reasonLabel(reason: ReturnReason): string {
  return REASONS[reason]
}

const STATUSES: Readonly<Record<ReturnStatus, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export function returnStatusLabel(status: ReturnStatus): string {
  return STATUSES[status]
}

/** What the customer does or waits for now. */
export function whatComesNext({
  status,
  isShippingFree,
  refund,
}: Pick<TrackedReturn, 'status' | 'isShippingFree' | 'refund'>): string {
  switch (status) {
    case 'requested':
      return 'We answer within one business day. Please send nothing before that.'
    case 'approved':
      return isShippingFree
        ? 'Print the slip, put it inside the box and send it. Return shipping is free.'
        : 'Print the slip, put it inside the box and send it with a carrier that tracks it. You pay for the shipping.'
    case 'received':
      return 'Your parcel is here. We look at it within two business days and then start the refund.'
    case 'refunded':
      return centsOf(refund) === 0
        ? 'Nothing more is due for these items: whatever you paid for them was refunded before.'
        : 'The refund is on its way to you: 3-5 business days to a card, 7-10 by check.'
    case 'withdrawn':
      return 'You gave this return up. You can return the same pieces again within the time for it.'
    case 'declined':
      return 'We cannot take this return. If you see it differently, please contact us.'
  }
}
