import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'
import { ORDER_STATUSES } from './domain/order-status.ts'
import { RETURN_STATUSES } from './domain/order-return.ts'

/** The member of staff who acted, as the staff log names them. */
export const StaffPerson = z.object({ id: z.string().max(64), name: z.string().max(200) })

const ActingStaff = z.object({
  /** The network address that it was asked from. */
  networkAddress: z.string(),
  /** Absent in events from before people had access of their own. */
  staff: StaffPerson.optional(),
})
/** From where staff act, and who it is. */
export type ActingStaff = z.infer<typeof ActingStaff>

export const orderPlaced = defineEvent(
  'orders.order-placed',
  z.object({ orderId: z.int(), customerId: z.string(), totalCents: z.int() }),
  { broadcast: true },
)

/** Staff let an order go on that waited for a look. */
export const orderReleased = defineEvent(
  'orders.order-released',
  z.object({
    orderId: z.int(),
    ...ActingStaff.shape,
  }),
  { broadcast: true },
)

/** A customer lowered lines of an order or corrected its address. */
export const orderChanged = defineEvent(
  'orders.order-changed',
  z.object({ orderId: z.int(), customerId: z.string() }),
  {
    broadcast: true,
  },
)

/** Staff wrote a note on an order. */
export const orderNoted = defineEvent('orders.order-noted', z.object({ orderId: z.int(), ...ActingStaff.shape }), {
  broadcast: true,
})

/** Staff corrected where an order goes. */
export const addressCorrected = defineEvent(
  'orders.address-corrected',
  z.object({
    orderId: z.int(),
    customerId: z.string(),
    ...ActingStaff.shape,
  }),
  { broadcast: true },
)

/** An order took a step of its life. */
export const orderStatusChanged = defineEvent(
  'orders.status-changed',
  z.object({
    orderId: z.int(),
    customerId: z.string().nullable(),
    from: z.enum(ORDER_STATUSES),
    to: z.enum(ORDER_STATUSES),
    /** Who moved it: "customer", "staff" or "shop". */
    by: z.string(),
    reason: z.string().nullish(),
    ...ActingStaff.partial().shape,
    carrier: z.string().optional(),
    trackingNumber: z.string().optional(),
    location: z.string().optional(),
  }),
  { broadcast: true },
)

/** Staff gave money back without a return. */
export const orderRefunded = defineEvent(
  'orders.order-refunded',
  z.object({
    orderId: z.int(),
    customerId: z.string(),
    /** Which of the order's refunds it is. */
    key: z.string(),
    amountCents: z.int(),
    ...ActingStaff.shape,
  }),
  { broadcast: true },
)

/** A customer asked to return something, or staff took the return a step further. */
export const returnChanged = defineEvent(
  'orders.return-changed',
  z.object({
    orderId: z.int(),
    customerId: z.string().nullable(),
    /** The number of the return. */
    number: z.int(),
    to: z.enum(RETURN_STATUSES),
    by: z.enum(['customer', 'staff']),
    /** Pieces that went back in stock with this step; below 0 for those that left it again. */
    restocked: z.int(),
    ...ActingStaff.partial().shape,
  }),
  { broadcast: true },
)
