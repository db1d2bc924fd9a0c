import { z } from 'zod'
import { DecimalAmount, email, IsoTime, line } from './common.ts'
import { ORDER_STATUSES, SHIPPING_METHODS, TrackingEvent } from './orders.ts'
import { Returnable, TrackedReturn } from './returns.ts'

/** POST /api/orders/track, for guests. A wrong number and a wrong email both get 404 ORDER_NOT_FOUND. */
export const TrackBody = z.object({
  /** Order number, with or without # or ORD-, or the tracking number. */
  number: line({ max: 60, message: 'Enter an order number or tracking number', isIdentifier: true }),
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
  shippingMethod: z.enum(SHIPPING_METHODS),
  trackingEvents: z.array(TrackingEvent),
  items: z.array(z.object({ productName: z.string(), quantity: z.int(), price: DecimalAmount })),
  returns: z.array(TrackedReturn),
  returnable: Returnable,
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

/**
 * Server-sent events of GET /api/user/orders/stream?ticket=…: first `orders` with the customer's whole list, then
 * `order` with one order that is new or has changed. A browser's EventSource cannot send a bearer header and tokens
 * must not be in URLs, so POST /api/user/orders/stream-ticket answers a ticket for one connection within 30 seconds.
 */
export const StreamTicket = z.object({ ticket: z.string() })
