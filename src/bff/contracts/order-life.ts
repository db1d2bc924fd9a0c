import { z } from 'zod'
import { DecimalAmount, email, IsoTime, line, optionalLine, pageQuery, searchText } from './common.ts'
import { Order, ORDER_STATUSES, TrackingEvent } from './orders.ts'
import { Returnable, StaffReturn, TrackedReturn } from './returns.ts'

/** POST /api/orders/track, for guests. A wrong number and a wrong email both get 404 ORDER_NOT_FOUND. */
export const TrackBody = z.object({
  /** Order number, with or without # or ORD-, or the tracking number. */
  number: line({ max: 60, message: 'Enter an order number or tracking number' }),
  email: email(),
})
export type TrackBody = z.infer<typeof TrackBody>

/** What the form for it asks: a customer's own order needs no email address. */
export const TrackQuestion = TrackBody.extend({
  email: z.union([z.literal(''), TrackBody.shape.email], 'Please enter a valid email address'),
})

/** What a guest sees of an order: no address, phone number or name. */
export const TrackedOrder = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  createdAt: IsoTime,
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  estimatedDelivery: z.string(),
  trackingEvents: z.array(TrackingEvent),
  items: z.array(z.object({ productName: z.string(), quantity: z.int(), price: DecimalAmount })),
  returns: z.array(TrackedReturn),
  returnable: Returnable,
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

/** One status change in an order's history, for staff. */
export const OrderHistoryEntry = z.object({
  from: z.enum(ORDER_STATUSES).nullable(),
  to: z.enum(ORDER_STATUSES),
  /** "customer", "staff" or "shop" (automatically after the review time). */
  actor: z.string(),
  at: IsoTime,
  reason: z.string().nullable(),
})

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
      image: z.string(),
      quantity: z.int(),
      price: DecimalAmount,
      total: DecimalAmount,
    }),
  ),
  /** The statuses that the order may move to now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  history: z.array(OrderHistoryEntry),
  /** It is so large that it stays pending until staff release it. */
  awaitsRelease: z.boolean(),
  returns: z.array(StaffReturn),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const StaffOrderList = z.array(StaffOrder)

/** GET /api/admin/orders; X-Total-Count says how many match. */
export const StaffOrdersQuery = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  /** Only orders that wait for staff to release them. */
  awaitsRelease: z.literal('true').optional(),
  /** Only orders with returns that wait for staff. */
  openReturns: z.literal('true').optional(),
  /** Order number, customer's name or email, or tracking number. */
  search: searchText().optional(),
  ...pageQuery(),
})

/** POST /api/admin/orders/{id}/status: a job moves the order. 409 ILLEGAL_TRANSITION lists the allowed statuses. */
export const MoveOrderBody = z.object({
  to: z.enum(ORDER_STATUSES),
  trackingNumber: optionalLine(60),
  carrier: optionalLine(60),
  location: optionalLine(100),
  reason: optionalLine(200),
})
export type MoveOrderBody = z.input<typeof MoveOrderBody>
export const MoveAccepted = z.object({ jobId: z.string() })

/**
 * Server-sent events of GET /api/user/orders/stream?ticket=…: first `orders` with the customer's whole list, then
 * `order` with one order at each move. A browser's EventSource cannot send a bearer header and tokens must not be in
 * URLs, so POST /api/user/orders/stream-ticket answers a ticket for one connection within 30 seconds.
 */
export const StreamTicket = z.object({ ticket: z.string() })
