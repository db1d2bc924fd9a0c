import type { z } from 'zod'
import type { TrackedOrder } from '#contracts/order-life'
import type { MoveOrderBody, RefundBody, StaffOrder as StaffOrderContract } from '#contracts/staff-orders'
import type { Order as OrderContract, PlaceOrderBody } from '#contracts/orders'
import type { Address, Order, OrderRequest, OrderReturns, RequestedMove, ReviewTime, StaffOrder } from '#modules/orders'
import { AppError } from '#platform/errors/errors'
import { centsFromNumber, parseDecimal, toDecimal } from '#platform/shared-kernel/money'
import { presentReturnable, presentReturns } from './order-return.ts'
import { imagePath } from './product.ts'

/** An order as its customer sees it. */
export function presentOrder(
  order: Order,
  { cancelableUntil, changeableUntil }: ReviewTime,
  returns: OrderReturns,
): OrderContract {
  return {
    ...presentCommon(order, returns),
    cancellableUntil: cancelableUntil?.toISOString() ?? null,
    changeableUntil: changeableUntil?.toISOString() ?? null,
    returnable: presentReturnable(order, returns),
  }
}

/** What customers and staff both see of an order. */
function presentCommon(order: Order, returns: OrderReturns) {
  return {
    id: order.id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    customerAddress: inOneLine(order.shippingAddress),
    shippingAddress: presentAddress(order.shippingAddress),
    billingAddress: presentAddress(order.billingAddress),
    items: order.lines.map((line) => ({
      productId: line.productId,
      productName: line.productName,
      image: imagePath(line.image),
      quantity: line.quantity,
      price: toDecimal(line.priceCents),
      total: toDecimal(line.priceCents * line.quantity),
    })),
    subtotal: toDecimal(order.subtotalCents),
    shipping: toDecimal(order.shippingCents),
    tax: toDecimal(order.taxCents),
    totalAmount: toDecimal(order.totalCents),
    refunded: toDecimal(returns.refundedCents),
    paymentMethod: order.paymentMethod,
    shippingMethod: order.shippingMethod,
    cardBrand: order.card.brand,
    cardLast4: order.card.last4,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    estimatedDelivery: order.estimatedDelivery,
    trackingEvents: presentTrackingEvents(order),
    invoice:
      order.invoice === null ? null : { number: `INV-${order.invoice.number}`, date: order.invoice.at.toISOString() },
    returns: presentReturns(order, returns),
  }
}

function presentTrackingEvents({ trackingEvents }: Order) {
  return trackingEvents.map(({ status, location, timestamp, completed }) => ({
    status,
    location,
    timestamp: timestamp.toISOString(),
    completed,
  }))
}

/** What is expected of an order that has not left the shop. */
const ESTIMATES = { standard: '3-5 business days', express: '1-2 business days' } as const

/** An order as a guest sees it, without personal data (specification 2, section 4 has the fallbacks). */
export function presentTrackedOrder(order: Order, returns: OrderReturns): TrackedOrder {
  return {
    id: order.id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    carrier: order.carrier || 'UPS Ground',
    trackingNumber: order.trackingNumber,
    estimatedDelivery:
      order.status === 'delivered' ? 'Delivered' : (order.estimatedDelivery ?? ESTIMATES[order.shippingMethod]),
    shippingMethod: order.shippingMethod,
    trackingEvents: presentTrackingEvents(order),
    items: order.lines.map(({ productName, quantity, priceCents }) => ({
      productName,
      quantity,
      price: toDecimal(priceCents),
    })),
    returns: presentReturns(order, returns).map(({ note: _note, ...shown }) => shown),
    returnable: presentReturnable(order, returns),
  }
}

/** An order as staff see it. Its items also have `id` (the line's number) and `name`, as specified. */
export function presentStaffOrder({
  order,
  history,
  nextStatuses,
  returns,
  refundableCents,
  refundableParts,
  paidCents,
}: StaffOrder): StaffOrderContract {
  const { returns: shown, items, ...rest } = presentCommon(order, returns)
  return {
    ...rest,
    userId: order.customerId,
    items: items.map((item, index) => ({
      id: index + 1,
      name: item.productName,
      sku: order.lines[index]?.sku ?? null,
      isMadeToOrder: order.lines[index]?.isMadeToOrder === true,
      refundable: toDecimal(centsOfPart(refundableParts, index + 1)),
      ...item,
    })),
    nextStatuses: [...nextStatuses],
    awaitsRelease: order.awaitsRelease,
    returns: shown.map((each, index) => ({
      ...each,
      refund: toDecimal(returns.all[index]?.due.cents ?? 0),
      refundedBefore: toDecimal(returns.all[index]?.due.refundedBeforeCents ?? 0),
      nextStatuses: [...(returns.all[index]?.nextStatuses ?? [])],
    })),
    history: history.map(({ from, to, by, person, at, reason }) => ({
      from,
      to,
      actor: by,
      person,
      at: at.toISOString(),
      reason,
    })),
    paid: toDecimal(paidCents),
    refundable: toDecimal(refundableCents),
    refundableShipping: toDecimal(centsOfPart(refundableParts, null)),
    refunds: order.refunds.map(({ amountCents, reason, by, at, parts = [] }) => ({
      amount: toDecimal(amountCents),
      reason,
      by,
      at: at.toISOString(),
      items: parts.flatMap(({ lineNumber, cents }) =>
        lineNumber === null ? [] : [{ id: lineNumber, amount: toDecimal(cents) }],
      ),
      shipping: toDecimal(centsOfPart(parts, null)),
    })),
    notes: order.notes.map(({ text, by, at }) => ({ text, by, at: at.toISOString() })),
    revision: order.revision,
  }
}

/** @param lineNumber null for the shipping */
function centsOfPart(parts: StaffOrder['refundableParts'], lineNumber: number | null): number {
  return parts.find((part) => part.lineNumber === lineNumber)?.cents ?? 0
}

/** The status change that staff request. Empty fields get the shop's defaults. */
export function toRequestMove(
  orderId: number,
  { to, reason, carrier, trackingNumber, location }: z.output<typeof MoveOrderBody>,
  actor: Pick<RequestedMove, 'networkAddress' | 'staff'>,
): RequestedMove {
  return {
    orderId,
    to,
    by: 'staff',
    reason,
    ...actor,
    ...(carrier === null ? {} : { carrier }),
    ...(trackingNumber === null ? {} : { trackingNumber }),
    ...(location === null ? {} : { location }),
  }
}

/** The refund that staff want; the contract lets nothing through that is no amount. */
export function toRefund({ amount, reason, items, shipping, revision }: z.output<typeof RefundBody>, key: string) {
  const amountCents = parseDecimal(amount) ?? 0
  return { key, amountCents, reason, lineNumbers: items, isForShipping: shipping, revision }
}

/** "12 Elm Street, Apt 4, Springfield, IL 62704, US" */
function inOneLine({ address, address2, city, state, zipCode, country }: Address): string {
  return [address, address2, city, `${state} ${zipCode}`, country]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

function presentAddress({ firstName, lastName, address, address2, city, state, zipCode, country }: Address) {
  return { firstName, lastName, address, address2, city, state, zipCode, country }
}

/**
 * Turns the body into the request to place an order. Without a billing address the shipping address is billed.
 * @throws AppError (invalid) with the lines whose price is not an amount of money
 */
export function toPlaceOrder(
  body: z.output<typeof PlaceOrderBody>,
  caller: {
    readonly customerId: string
    readonly accountEmail: string
    readonly isEmailProved: boolean
    readonly idempotencyKey: string | null
  },
): OrderRequest {
  const fields: Record<string, string> = {}
  const lines = body.items.map(({ productId, quantity, price }, index) => {
    const sentPriceCents = price === undefined ? null : centsFromNumber(price)
    if (price !== undefined && (sentPriceCents === null || sentPriceCents < 0))
      fields[`items.${index}.price`] = 'The price must be an amount such as 279.00'
    return { productId, quantity, sentPriceCents }
  })
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'VALIDATION', 'Please check the marked fields.', { fields })
  const isCard = body.paymentMethod === 'pay_with_card'
  return {
    ...caller,
    sessionId: body.sessionId ?? null,
    customerEmail: body.customerEmail,
    customerName: body.customerName,
    customerPhone: body.customerPhone,
    shippingAddress: body.shippingAddress,
    billingAddress: body.billingAddress ?? body.shippingAddress,
    paymentMethod: body.paymentMethod,
    shippingMethod: body.shippingMethod,
    sentShippingCents: body.shippingPrice === undefined ? null : parseDecimal(body.shippingPrice),
    card: { brand: isCard ? (body.cardBrand ?? null) : null, last4: isCard ? (body.cardLast4 ?? null) : null },
    lines,
  }
}
