import { z } from 'zod'
import { DecimalAmount, email, IsoTime, pageQuery } from './common.ts'
import { Order, ORDER_STATUSES, TrackingEvent } from './orders.ts'

/** POST /api/orders/track, for guests. A wrong number and somebody else's e-mail get the same answer (404 ORDER_NOT_FOUND). */
export const TrackBody = z.object({
  /** Order number, with or without # or ORD-, or the tracking number. */
  number: z
    .string('Enter an order number or tracking number')
    .trim()
    .min(1, 'Enter an order number or tracking number')
    .max(60, 'Use at most 60 characters'),
  email: email(),
})
export type TrackBody = z.infer<typeof TrackBody>

/** What a guest learns of an order: never an address, a phone number or a name. */
export const TrackedOrder = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  createdAt: IsoTime,
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  estimatedDelivery: z.string(),
  trackingEvents: z.array(TrackingEvent),
  items: z.array(z.object({ productName: z.string(), quantity: z.int(), price: DecimalAmount })),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

/** One entry of an order's history, for staff: who moved it, when and why. */
export const OrderHistoryEntry = z.object({
  from: z.enum(ORDER_STATUSES).nullable(),
  to: z.enum(ORDER_STATUSES),
  /** "customer", "staff" or "shop" (the shop itself, after the review time). */
  actor: z.string(),
  at: IsoTime,
  reason: z.string().nullable(),
})

/** An order as staff see it; items carry `name` and `id` too, as the admin screen reads them. */
export const StaffOrder = Order.omit({ items: true, cancellableUntil: true }).extend({
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
  /** The moves that are allowed now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  history: z.array(OrderHistoryEntry),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const StaffOrderList = z.array(StaffOrder)

/** GET /api/admin/orders; X-Total-Count says how many match. */
export const StaffOrdersQuery = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  /** Order number, customer's name or e-mail, or tracking number. */
  search: z.string().trim().max(100).optional(),
  ...pageQuery(),
})

/** POST /api/admin/orders/{id}/status → 202; a job moves it. 409 ILLEGAL_TRANSITION lists what is allowed. */
export const MoveOrderBody = z.object({
  to: z.enum(ORDER_STATUSES),
  trackingNumber: z
    .string()
    .trim()
    .max(60)
    .nullish()
    .transform((text) => text || null),
  carrier: z
    .string()
    .trim()
    .max(60)
    .nullish()
    .transform((text) => text || null),
  location: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((text) => text || null),
  reason: z
    .string()
    .trim()
    .max(200)
    .nullish()
    .transform((text) => text || null),
})
export type MoveOrderBody = z.input<typeof MoveOrderBody>
export const MoveAccepted = z.object({ jobId: z.string() })

/**
 * Server-sent events of GET /api/user/orders/stream?ticket=…: first `orders` with the customer's whole list, then
 * `order` with one order at each move. A browser's EventSource cannot send a bearer header and tokens do not belong
 * into addresses, so POST /api/user/orders/stream-ticket gives a ticket for one connection within 30 seconds.
 */
export const StreamTicket = z.object({ ticket: z.string() })
