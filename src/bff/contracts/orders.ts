import { z } from 'zod'
import { DecimalAmount, email, IsoTime, line, optionalLine, shortLine } from './common.ts'
import { MAX_ORDER_LINES } from './limits.ts'
import { OrderReturn, Returnable } from './returns.ts'
import { US_STATE_CODES } from './us-states.ts'

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export const PAYMENT_METHODS = ['cash_on_delivery', 'card_on_delivery', 'pay_with_card'] as const
export const SHIPPING_METHODS = ['standard', 'express'] as const
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/**
 * The most pieces of one product in one order. It is more than a cart holds, for customers who order through the API.
 */
const MAX_LINE_QUANTITY = 999

/** An address in the checkout, with the specified messages (specification 1, section 5). */
export const Address = z.object({
  firstName: line({ min: 2, message: 'First name is required' }),
  lastName: line({ min: 2, message: 'Last name is required' }),
  address: line({ min: 5, max: 200, message: 'Address is required' }),
  address2: optionalLine(200),
  city: line({ min: 2, message: 'City is required' }),
  state: line({ min: 2, max: 40, message: 'State is required' })
    .transform((state) => state.toUpperCase())
    .refine((state) => US_STATE_CODES.includes(state), 'State is required'),
  zipCode: line({ min: 5, max: 12, message: 'ZIP code is required' }),
  country: z.string().trim().toUpperCase().pipe(z.literal('US', 'We ship within the United States only')).default('US'),
})
export type Address = z.output<typeof Address>

const quantityMessage = `Quantity must be a whole number from 1 to ${MAX_LINE_QUANTITY}`

/** One line of an order request. `price` is what the customer saw; the server charges its own price. */
const OrderItemBody = z.object({
  productId: z.int('Choose a product of the catalog').positive('Choose a product of the catalog'),
  quantity: z.int(quantityMessage).min(1, quantityMessage).max(MAX_LINE_QUANTITY, quantityMessage),
  price: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,8}(\.\d{1,2})?$/)
        .transform(Number),
    ])
    .optional(),
})

/**
 * POST /api/orders (specification 1, section 3). The server looks up every product and computes shipping, tax and total
 * itself; amounts and names in the body are ignored. Of a card only its brand and last four digits are accepted.
 */
export const PlaceOrderBody = z.object({
  sessionId: shortLine(200).optional(),
  customerEmail: email(),
  customerName: line({ min: 2, max: 200, message: 'Name is required' }),
  customerPhone: optionalLine(30),
  shippingAddress: Address,
  billingAddress: Address.nullish(),
  paymentMethod: z.enum(PAYMENT_METHODS).default('cash_on_delivery'),
  /** Express where the shop offers it, at the price that `shippingPrice` says it had when the customer chose it. */
  shippingMethod: z.enum(SHIPPING_METHODS).default('standard'),
  shippingPrice: DecimalAmount.optional(),
  cardBrand: z
    .string()
    .regex(/^[A-Za-z ]{1,20}$/)
    .optional(),
  cardLast4: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  items: z
    .array(OrderItemBody)
    .min(1, 'Your cart is empty')
    .max(MAX_ORDER_LINES, `Order at most ${MAX_ORDER_LINES} lines at once`),
})
export type PlaceOrderBody = z.input<typeof PlaceOrderBody>

/**
 * PUT /api/user/orders/{id}: fewer pieces, another delivery address, or both (specification 2, section 9). Products that
 * are not named stay as they are; of one in several lines all are named, so that the same request again changes nothing.
 */
export const ChangeOrderBody = z.object({
  items: z
    .array(
      z.object({
        /** Which line it is: a product, because places change when a line is removed. */
        productId: z.int().positive(),
        /** The line's place in the order, which tells two lines of one product apart; the first is 1. */
        line: z.int().min(1).max(MAX_ORDER_LINES),
        /** How many pieces are left; 0 removes the line. */
        quantity: z.int('Choose how many').min(0, 'Choose how many').max(MAX_LINE_QUANTITY, 'Choose how many'),
      }),
    )
    .max(MAX_ORDER_LINES)
    .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, 'Name each line once')
    .optional(),
  shippingAddress: Address.optional(),
})

export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'The Idempotency-Key header takes 1 to 255 visible characters')

export const OrderLine = z.object({
  productId: z.int(),
  productName: z.string(),
  image: z.string(),
  quantity: z.int(),
  price: DecimalAmount,
  total: DecimalAmount,
})

export const TrackingEvent = z.object({
  status: z.string(),
  location: z.string().nullable(),
  timestamp: IsoTime,
  completed: z.boolean(),
})

/** The address stored with an order. It is not validated again, because rules may have changed since the order. */
export const OrderAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})

/** An order as its customer sees it. */
export const Order = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  createdAt: IsoTime,
  updatedAt: IsoTime,
  customerEmail: z.string(),
  customerName: z.string(),
  customerPhone: z.string().nullable(),
  /** The shipping address in one line. */
  customerAddress: z.string(),
  shippingAddress: OrderAddress,
  billingAddress: OrderAddress,
  items: z.array(OrderLine),
  subtotal: DecimalAmount,
  shipping: DecimalAmount,
  tax: DecimalAmount,
  totalAmount: DecimalAmount,
  /** What was given back so far. */
  refunded: DecimalAmount,
  paymentMethod: z.enum(PAYMENT_METHODS),
  shippingMethod: z.enum(SHIPPING_METHODS),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  estimatedDelivery: z.string().nullable(),
  trackingEvents: z.array(TrackingEvent),
  /** Until when the customer may cancel; null when the order cannot be canceled anymore. */
  cancellableUntil: IsoTime.nullable(),
  /** Until when the customer may lower lines and correct the address; null when that is over. */
  changeableUntil: IsoTime.nullable(),
  /** Made when the order ships. */
  invoice: z.object({ number: z.string(), date: IsoTime }).nullable(),
  /** Oldest first. */
  returns: z.array(OrderReturn),
  returnable: Returnable,
})
export type Order = z.infer<typeof Order>
export const OrderList = z.array(Order)

/** A line in the `details` of 409 PRICE_CHANGED, INSUFFICIENT_STOCK and TOO_MANY_PIECES, and 422 UNKNOWN_PRODUCT. */
export const OrderLineProblem = z.object({
  productId: z.int(),
  productName: z.string().nullable(),
  /** PRICE_CHANGED: the price that was sent and the current price. */
  sentPrice: DecimalAmount.optional(),
  price: DecimalAmount.optional(),
  /** INSUFFICIENT_STOCK: how many pieces were ordered and how many are left. */
  requested: z.int().optional(),
  available: z.int().optional(),
  /** TOO_MANY_PIECES: how many pieces were ordered and how many this customer may still order. */
  allowed: z.int().optional(),
})
export type OrderLineProblem = z.infer<typeof OrderLineProblem>
export const OrderLineProblems = z.object({ lines: z.array(OrderLineProblem) })
