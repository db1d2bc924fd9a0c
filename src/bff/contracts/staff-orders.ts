import { z } from 'zod'
import {
  DecimalAmount,
  isVisible,
  IsoTime,
  line,
  noCardNumber,
  optionalLine,
  pageQuery,
  paragraph,
  searchText,
  SpanEnd,
  SpanStart,
  staffText,
} from './common.ts'
import { MAX_ORDER_LINES, MAX_SELECTED_ORDERS } from './limits.ts'
import { Address, Order, ORDER_STATUSES } from './orders.ts'
import { OrderReturn, RETURN_STATUSES } from './returns.ts'

/** One status change in an order's history, for staff. */
const OrderHistoryEntry = z.object({
  from: z.enum(ORDER_STATUSES).nullable(),
  to: z.enum(ORDER_STATUSES),
  /** "customer", "staff" or "shop" (automatically after the review time). */
  actor: z.string(),
  /** The name of the member of staff; null for others, and in entries from before people had names here. */
  person: z.string().nullable(),
  at: IsoTime,
  reason: z.string().nullable(),
})

/** What staff wrote about an order; its customer never sees it. */
const StaffNote = z.object({
  text: z.string(),
  /** The name of the member of staff. */
  by: z.string().nullable(),
  at: IsoTime,
})

/** Money that staff gave back without a return. */
const StaffRefund = z.object({
  amount: DecimalAmount,
  reason: z.string(),
  /** The name of the member of staff. */
  by: z.string().nullable(),
  at: IsoTime,
  /** The items that it was for, by their `id`, with what of it each got. */
  items: z.array(z.object({ id: z.int(), amount: DecimalAmount })),
  /** What of it was for the shipping. Without items and shipping it was for the whole order. */
  shipping: DecimalAmount,
})

/** A return as staff see it, with the states that it may move to now; its `refund` is what a refund now would give back. */
export const StaffReturn = OrderReturn.extend({ nextStatuses: z.array(z.enum(RETURN_STATUSES)) })
export type StaffReturn = z.infer<typeof StaffReturn>

/** An order as staff see it. Its items also have `name` and `id`, as specified. */
export const StaffOrder = Order.omit({
  items: true,
  cancellableUntil: true,
  changeableUntil: true,
  returns: true,
  returnable: true,
}).extend({
  userId: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.int(),
      productId: z.int(),
      name: z.string(),
      productName: z.string(),
      sku: z.string().nullable(),
      image: z.string(),
      quantity: z.int(),
      price: DecimalAmount,
      total: DecimalAmount,
      /** Its pieces were not counted when it was sold, and do not go back in stock. */
      isMadeToOrder: z.boolean(),
      /** The most that may still be given back of it, with its part of the tax. */
      refundable: DecimalAmount,
    }),
  ),
  /** The statuses that the order may move to now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  history: z.array(OrderHistoryEntry),
  /** It is so large that it stays pending until staff release it. */
  awaitsRelease: z.boolean(),
  returns: z.array(StaffReturn),
  /** What the customer has paid; without a payment provider nothing before the order is delivered. */
  paid: DecimalAmount,
  /** The most that may still be given back. */
  refundable: DecimalAmount,
  /** The most that may still be given back of the shipping. */
  refundableShipping: DecimalAmount,
  /** Without those of returns; oldest first. */
  refunds: z.array(StaffRefund),
  /** Oldest first. */
  notes: z.array(StaffNote),
  /** Grows with every change; a correction names the one that it was made to. */
  revision: z.int(),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const StaffOrderList = z.array(StaffOrder)

/** Which orders staff want to see, as a list and as a file. */
const StaffOrdersFilter = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  /** Only orders that wait for staff to release them. */
  awaitsRelease: z.literal('true').optional(),
  /** Only orders with returns that wait for staff. */
  openReturns: z.literal('true').optional(),
  /**
   * Number, name, email, phone, place, product, and the numbers of article, tracking, invoice (INV-…) and return (RMA-…);
   * case, accents and apostrophes do not matter.
   */
  search: searchText().optional(),
  /** Placed at or after: a day by UTC, or a time. */
  from: SpanStart.optional(),
  /** Placed until the end of a day by UTC, or before a time. */
  to: SpanEnd.optional(),
  /** "100001,100002": only these. */
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Name orders by their numbers')
    .transform((ids) => ids.split(',').map(Number))
    .refine((ids) => ids.length <= MAX_SELECTED_ORDERS, `Select at most ${MAX_SELECTED_ORDERS} orders`)
    .optional(),
})
const isSpan = ({ from, to }: z.output<typeof StaffOrdersFilter>) => from === undefined || to === undefined || from < to
const SPAN_ENDS_EARLY = { path: ['to'], message: 'Choose a last day that is not before the first' }

/** GET /api/admin/orders; X-Total-Count says how many match. */
export const StaffOrdersQuery = StaffOrdersFilter.extend({
  /** `oldest` first, because those wait longest; otherwise the newest. */
  sort: z.enum(['newest', 'oldest']).optional(),
  ...pageQuery(),
}).refine(isSpan, SPAN_ENDS_EARLY)

/** GET /api/admin/orders.csv: the orders of the list, or those of a selection, without pages. */
export const StaffOrdersExportQuery = StaffOrdersFilter.refine(isSpan, SPAN_ENDS_EARLY)

/** POST /api/admin/orders/{id}/status: a job moves the order. 409 ILLEGAL_TRANSITION lists the allowed statuses. */
export const MoveOrderBody = z.object({
  to: z.enum(ORDER_STATUSES),
  trackingNumber: optionalLine(60, { isIdentifier: true }),
  carrier: optionalLine(60),
  location: optionalLine(100),
  reason: optionalLine(200),
})
export type MoveOrderBody = z.input<typeof MoveOrderBody>
/** POST /api/admin/orders/{id}/notes */
export const OrderNoteBody = z.object({
  text: staffText(1000).refine(isVisible, 'Write the note first').check(noCardNumber()),
})

/** PUT /api/admin/orders/{id}/address, before it ships. 409 ORDER_CHANGED when `revision` is not the order's any more. */
export const CorrectAddressBody = z.object({
  revision: z.int().min(0),
  shippingAddress: Address,
  /** For the history; the customer does not see it. */
  reason: line({ max: 200, message: 'Say why the address changes' }),
})
export type CorrectAddressBody = z.input<typeof CorrectAddressBody>

/**
 * POST /api/admin/orders/{id}/refunds. 409 ORDER_CHANGED when `revision` is not the order's any more, REFUND_TOO_LARGE
 * with `details.refundable`, NOTHING_TO_REFUND; 400 UNKNOWN_LINE.
 */
export const RefundBody = z.object({
  revision: z.int().min(0),
  amount: z
    .string()
    .trim()
    .regex(/^\$?\d{1,8}(\.\d{1,2})?$/, 'Enter an amount such as 12.50')
    .transform((amount) => amount.replace('$', ''))
    .refine((amount) => Number(amount) > 0, 'Enter an amount above zero'),
  /** For the order's history; the customer does not see it. */
  reason: line({ max: 200, message: 'Say why the money goes back' }),
  /** The items that it is for, by their `id`. Without any, and not for the shipping, it is for the whole order. */
  items: z.array(z.int().min(1).max(MAX_ORDER_LINES)).max(MAX_ORDER_LINES).default([]),
  /** Whether it is for the shipping, with the items or alone. */
  shipping: z.boolean().default(false),
})
export type RefundBody = z.input<typeof RefundBody>

export const MoveAccepted = z.object({ jobId: z.string() })

/** POST /api/admin/orders/{id}/returns/{number}/status */
export const DecideReturnBody = z.object({
  to: z.enum(RETURN_STATUSES),
  /** To the customer, in the mail; required when the return is declined. */
  message: paragraph({ max: 1000 })
    .nullish()
    .transform((text) => text || null),
  /** With `received`: the lines whose pieces go back in stock, except what is made to order. */
  restock: z.array(z.int().min(1).max(MAX_ORDER_LINES)).max(MAX_ORDER_LINES).default([]),
  /** With `refunded`: the order's revision that the writer has seen. 409 ORDER_CHANGED when it is another by now. */
  revision: z
    .int()
    .min(0)
    .nullish()
    .transform((revision) => revision ?? null),
})
export type DecideReturnBody = z.input<typeof DecideReturnBody>
