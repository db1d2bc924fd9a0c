import { createHash } from 'node:crypto'
import { MINUTE_MS } from '#platform/time/durations'
import { costsOf, MAX_CENTS, withShipping } from '#platform/shared-kernel/money'
import { ExpressChanged, InvalidOrderLine, OrderTooLarge, PriceChanged, UnknownProduct } from '../errors.ts'
import type { Order, OrderLine } from './order.ts'

/** One line as it was sent. `sentPriceCents`: the unit price that the customer saw; null when none was sent. */
export interface WantedLine {
  readonly productId: number
  readonly quantity: number
  readonly sentPriceCents: number | null
}

/** What a customer asks for. */
export interface OrderRequest extends Pick<
  Order,
  | 'customerId'
  | 'sessionId'
  | 'customerEmail'
  | 'customerName'
  | 'customerPhone'
  | 'shippingAddress'
  | 'billingAddress'
  | 'paymentMethod'
  | 'shippingMethod'
  | 'card'
> {
  /** The address of the customer's account, in lower case. */
  readonly accountEmail: string
  /** Whether that address is proved. */
  readonly isEmailProved: boolean
  /** The client's key for this one purchase; null falls back to the client's session id. */
  readonly idempotencyKey: string | null
  /** What express cost when the customer chose it; null when that was not sent. */
  readonly sentShippingCents: number | null
  readonly lines: readonly WantedLine[]
}

/** What an order copies of a product. */
export interface SoldProduct {
  readonly id: number
  readonly name: string
  readonly sku: string | null
  readonly image: string
  readonly priceCents: number
  /** 0 for what can be bought although it is not counted: it is made to order. */
  readonly stockQuantity: number
  readonly isBusinessProduct: boolean
}

/** @throws InvalidOrderLine */
export function checkLines(wanted: readonly WantedLine[]): void {
  const isSound = ({ quantity }: WantedLine) => Number.isSafeInteger(quantity) && quantity >= 1
  if (wanted.length === 0 || !wanted.every(isSound)) throw new InvalidOrderLine()
}

/**
 * The lines at today's prices, with name, image and what kind of product they were, because the catalog may change later.
 * @throws UnknownProduct naming all of them
 * @throws PriceChanged naming every line whose sent unit price is not today's
 */
export function priceLines(wanted: readonly WantedLine[], products: readonly SoldProduct[]): readonly OrderLine[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  const unknown = new Set<number>()
  const changed: { productId: number; productName: string; sentPriceCents: number; priceCents: number }[] = []
  const lines: OrderLine[] = []
  for (const { productId, quantity, sentPriceCents } of wanted) {
    const product = byId.get(productId)
    if (product === undefined) {
      unknown.add(productId)
      continue
    }
    const { name: productName, sku, image, priceCents, stockQuantity, isBusinessProduct } = product
    if (sentPriceCents !== null && sentPriceCents !== priceCents)
      changed.push({ productId, productName, sentPriceCents, priceCents })
    lines.push({
      productId,
      productName,
      sku,
      image,
      quantity,
      priceCents,
      ...(stockQuantity === 0 && { isMadeToOrder: true }),
      ...(isBusinessProduct && { isBusinessProduct }),
    })
  }
  if (unknown.size > 0) throw new UnknownProduct([...unknown])
  if (changed.length > 0) throw new PriceChanged(changed)
  return lines
}

/**
 * A new order, pending until its review time is over (specification 1, section 9).
 * @throws OrderTooLarge when the total has no place in the stored data model
 * @throws ExpressChanged when it is to go by express, which costs something else now or is not offered
 */
export function newOrder(
  request: OrderRequest,
  lines: readonly OrderLine[],
  at: {
    readonly id: number
    readonly now: Date
    readonly reviewMinutes: number
    /** How much more the customer may hold before an order waits for staff. */
    readonly releaseAboveCents: number
    /** What express shipping costs now; null when it is not offered. */
    readonly expressShippingCents: number | null
  },
): Order {
  const standard = costsOf(lines)
  const costs = request.shippingMethod === 'express' ? withShipping(standard, agreedExpress(request, at)) : standard
  if (costs.totalCents > MAX_CENTS) throw new OrderTooLarge()
  return {
    id: at.id,
    customerId: request.customerId,
    sessionId: request.sessionId,
    customerEmail: request.customerEmail,
    customerName: request.customerName,
    customerPhone: request.customerPhone,
    shippingAddress: request.shippingAddress,
    billingAddress: request.billingAddress,
    paymentMethod: request.paymentMethod,
    shippingMethod: request.shippingMethod,
    card: request.card,
    lines,
    ...costs,
    status: 'pending',
    carrier: 'UPS',
    trackingNumber: null,
    estimatedDelivery: null,
    trackingEvents: [{ status: 'pending', location: null, timestamp: at.now, completed: true }],
    createdAt: at.now,
    updatedAt: at.now,
    awaitsRelease: costs.totalCents > at.releaseAboveCents,
    reviewEndsAt: new Date(at.now.getTime() + at.reviewMinutes * MINUTE_MS),
    invoice: null,
    returns: [],
    refunds: [],
    notes: [],
    revision: 0,
  }
}

function agreedExpress(
  { sentShippingCents }: OrderRequest,
  { expressShippingCents }: { readonly expressShippingCents: number | null },
): number {
  const isAsSeen = sentShippingCents === null || sentShippingCents === expressShippingCents
  if (expressShippingCents === null || !isAsSeen) throw new ExpressChanged(expressShippingCents)
  return expressShippingCents
}

/**
 * The key under which a purchase happens once: the client's, else its session id, each in a space of its own and of
 * its own customer. Null when the client sent neither.
 */
export function purchaseKeyOf({ customerId, idempotencyKey, sessionId }: OrderRequest): string | null {
  if (idempotencyKey !== null) return `${customerId} key ${idempotencyKey}`
  if (sessionId !== null && sessionId !== '') return `${customerId} session ${sessionId}`
  return null
}

/**
 * A digest of what is ordered; two requests for the same order have the same one. Prices and the session id are left out,
 * because a client that repriced its cart before a second try still means the same purchase.
 */
export function fingerprintOf(request: OrderRequest): string {
  const content = [
    request.customerEmail,
    request.customerName,
    request.customerPhone,
    ...[request.shippingAddress, request.billingAddress].map((address) => [
      address.firstName,
      address.lastName,
      address.address,
      address.address2,
      address.city,
      address.state,
      address.zipCode,
      address.country,
    ]),
    request.paymentMethod,
    request.card.brand,
    request.card.last4,
    request.lines.map(({ productId, quantity }) => [productId, quantity]),
    // Only where it is chosen, so that a key from before there was a choice still fits its order.
    ...(request.shippingMethod === 'express' ? ['express'] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
