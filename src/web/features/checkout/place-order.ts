import type { Order, OrderLineProblem, PlaceOrderBody } from '#contracts/orders'
import { parseDecimal, toDecimal, type Costs } from '#platform/shared-kernel/money'
import { api, ApiError } from '../../lib/api-client.ts'
import { formatPrice } from '../../lib/format.ts'
import type { CheckedFields } from './checkout-fields.ts'

/** A line of the cart, as the checkout needs it. */
export interface CheckoutLine {
  readonly productId: number
  readonly quantity: number
  readonly product: {
    readonly name: string
    readonly price: string
    readonly image: string
    readonly category?: string
  }
}

/** The only parts of a card that may leave the browser. */
export interface CardMark {
  readonly brand: string
  readonly last4: string
}

/** POST /api/orders was answered with anything but success (specification 1, section 8). */
export class OrderFailed extends Error {
  readonly status: number
  override readonly cause: ApiError
  /** The lines that the server refused, and why; empty when it was something else. */
  readonly problems: readonly OrderLineProblem[]
  /** The order is fine, but more than this customer may hold now; `sentence` says what to do. */
  readonly limit: OrderLimit | null
  /** Express shipping has another price now or is not offered: what to do. */
  readonly expressSentence: string | null
  /** The order that an earlier try placed, whose answer was lost before something was changed; null when there is none. */
  readonly placedOrderId: number | null

  constructor(cause: ApiError) {
    super(`Order failed: ${cause.status}`)
    this.name = 'OrderFailed'
    this.status = cause.status
    this.cause = cause
    this.limit = limitOf(cause)
    this.expressSentence = cause.body?.code === EXPRESS_CHANGED ? cause.body.message : null
    this.placedOrderId = cause.body?.code === KEY_REUSED ? placedOrderOf(cause.body.details) : null
    this.problems = cause.status === 409 || cause.status === 422 ? problemsOf(cause.body?.details) : []
  }
}

export interface OrderLimit {
  readonly sentence: string
  /** Confirming the email address is what helps. */
  readonly asksToConfirmEmail: boolean
}

const LIMITS = new Set(['TOO_MANY_PIECES', 'TOO_MANY_OPEN_ORDERS', 'TOO_MANY_ORDERS'])
/** The server's sentence says what to do. */
const EXPRESS_CHANGED = 'EXPRESS_CHANGED'
const KEY_REUSED = 'IDEMPOTENCY_KEY_REUSED'

function placedOrderOf(details: unknown): number | null {
  if (typeof details !== 'object' || details === null || !('orderId' in details)) return null
  return typeof details.orderId === 'number' ? details.orderId : null
}

function limitOf({ body }: ApiError): OrderLimit | null {
  if (body === null || !LIMITS.has(body.code)) return null
  const { details } = body
  const asksToConfirmEmail =
    typeof details === 'object' && details !== null && 'confirmEmail' in details && details.confirmEmail === true
  return { sentence: body.message, asksToConfirmEmail }
}

/** The session id of an order is built from the moment, in milliseconds (specification 1, section 3). */
export function newSessionId(now = Date.now()): string {
  return `session-${now}`
}

/**
 * What is sent for an order (specification 1, section 3). The server charges its own prices; those sent say what the
 * customer saw.
 */
export function orderPayload(
  form: CheckedFields,
  order: {
    readonly lines: readonly CheckoutLine[]
    readonly costs: Costs
    readonly userId: string
    readonly card: CardMark | null
    /** What express shipping costs, when it is chosen; null for standard. */
    readonly expressCents: number | null
    readonly sessionId: string
  },
) {
  const { customerEmail, customerName, customerPhone, shippingAddress, paymentMethod } = form
  const billingAddress = form.sameAsBilling
    ? shippingAddress
    : (form.billingAddress as PlaceOrderBody['billingAddress'])
  return {
    sessionId: order.sessionId,
    userId: order.userId,
    customerEmail,
    customerName,
    customerPhone: customerPhone === undefined || customerPhone === '' ? null : customerPhone,
    shippingAddress,
    billingAddress,
    totalAmount: toDecimal(order.costs.totalCents),
    items: order.lines.map(({ productId, quantity, product }) => ({
      productId,
      productName: product.name,
      quantity,
      price: Number(product.price),
      total: toDecimal((parseDecimal(product.price) ?? 0) * quantity),
    })),
    paymentMethod,
    ...(order.expressCents !== null && {
      shippingMethod: 'express' as const,
      shippingPrice: toDecimal(order.expressCents),
    }),
    ...(order.card !== null && { cardBrand: order.card.brand, cardLast4: order.card.last4 }),
  }
}

/**
 * Places the order. The same key gives the same order, so sending again after a lost answer is safe.
 * @throws OrderFailed for an answer that is no success; TypeError when there is no connection
 */
export async function placeOrder(payload: ReturnType<typeof orderPayload>, attemptKey: string): Promise<Order> {
  try {
    return await api<Order>('/api/orders', {
      method: 'POST',
      body: payload,
      headers: { 'Idempotency-Key': attemptKey },
    })
  } catch (error) {
    throw error instanceof ApiError ? new OrderFailed(error) : error
  }
}

/** What is wrong with a line, in a sentence for people. */
export function problemSentence(problem: OrderLineProblem, name: string): string {
  if (problem.price !== undefined) {
    const was = problem.sentPrice === undefined ? '' : ` instead of ${formatPrice(problem.sentPrice)}`
    return `${name} now costs ${formatPrice(problem.price)}${was}.`
  }
  if (problem.allowed !== undefined) {
    const asked = problem.requested === undefined ? '' : `; you asked for ${problem.requested}`
    return problem.allowed === 0
      ? `${name}: you have as many as you can order before they are shipped.`
      : `${name}: you can order ${problem.allowed} now${asked}.`
  }
  if (problem.available !== undefined && problem.available > 0) {
    const left = problem.available === 1 ? 'Only 1 is left' : `Only ${problem.available} are left`
    return `${left} of ${name}${problem.requested === undefined ? '' : `; you asked for ${problem.requested}`}.`
  }
  if (problem.available !== undefined) return `${name} is out of stock.`
  return `${name} is no longer available.`
}

function problemsOf(details: unknown): OrderLineProblem[] {
  if (typeof details !== 'object' || details === null || !('lines' in details) || !Array.isArray(details.lines))
    return []
  return (details.lines as unknown[]).filter(
    (line): line is OrderLineProblem =>
      typeof line === 'object' && line !== null && 'productId' in line && typeof line.productId === 'number',
  )
}
