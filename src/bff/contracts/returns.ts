import { z } from 'zod'
import { DecimalAmount, email, IsoTime, line, paragraph } from './common.ts'
import { MAX_ORDER_LINES } from './limits.ts'

export const RETURN_REASONS = [
  'defective',
  'damaged',
  'wrong-item',
  'not-as-described',
  'changed-mind',
  'other',
] as const
export const RETURN_STATUSES = ['requested', 'approved', 'received', 'refunded', 'declined', 'withdrawn'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

const quantityMessage = 'Choose how many come back'

/** One line of a return that a customer asks for. */
const ReturnLineBody = z.object({
  /** The line's place in the order; the first is 1. */
  line: z.int('Choose a line of the order').min(1, 'Choose a line of the order').max(MAX_ORDER_LINES),
  quantity: z.int(quantityMessage).min(1, quantityMessage).max(999, quantityMessage),
  reason: z.enum(RETURN_REASONS, 'Choose a reason'),
  /** The seal is intact: it may come back for 60 days. */
  isUnopened: z.boolean().default(false),
})

/** POST /api/user/orders/{id}/returns: pieces of a delivered order that its customer wants to send back. */
export const ReturnBody = z.object({
  items: z
    .array(ReturnLineBody, 'Choose what you want to return')
    .min(1, 'Choose what you want to return')
    .max(MAX_ORDER_LINES),
  note: paragraph({ max: 1000 })
    .nullish()
    .transform((text) => text || null),
})
export type ReturnBody = z.input<typeof ReturnBody>

/** POST /api/orders/returns, for guests: with the order's number and email address. */
export const GuestReturnBody = ReturnBody.extend({
  number: line({ max: 60, message: 'Enter an order number or tracking number', isIdentifier: true }),
  email: email(),
})

/** POST /api/orders/returns/withdraw, for guests. */
export const GuestWithdrawBody = GuestReturnBody.pick({ number: true, email: true }).extend({
  /** "RMA-100001" */
  return: line({ max: 20, message: 'Enter the number of the return', isIdentifier: true }),
})

/** A return as a guest sees it: not what the customer wrote. */
export const TrackedReturn = z.object({
  /** "RMA-100001" */
  number: z.string(),
  status: z.enum(RETURN_STATUSES),
  items: z.array(
    z.object({
      line: z.int(),
      productName: z.string(),
      quantity: z.int(),
      price: DecimalAmount,
      reason: z.enum(RETURN_REASONS),
      isUnopened: z.boolean(),
    }),
  ),
  /** Each step with what staff wrote to the customer. */
  steps: z.array(z.object({ status: z.enum(RETURN_STATUSES), at: IsoTime, message: z.string().nullable() })),
  /** What was refunded, or will be when everything arrives. */
  refund: DecimalAmount,
  /** What of its items and their shipping is not in `refund`, because it was refunded before; 0 when the return is over. */
  refundedBefore: DecimalAmount,
  /** Whether the shop pays for sending it back. */
  isShippingFree: z.boolean(),
  /** Whether its customer may still withdraw it. */
  isWithdrawable: z.boolean(),
})
export type TrackedReturn = z.infer<typeof TrackedReturn>

export const OrderReturn = TrackedReturn.extend({ note: z.string().nullable() })

/** What may still come back; null for an order that was not delivered or whose windows are over. */
export const Returnable = z
  .object({
    /** Until when anything may come back: 30 days from delivery. */
    until: IsoTime,
    /** Until when what is unopened, and business equipment, may come back: 60 days. */
    unopenedUntil: IsoTime,
    items: z.array(z.object({ line: z.int(), productName: z.string(), quantity: z.int() })),
  })
  .nullable()
export type Returnable = z.infer<typeof Returnable>
