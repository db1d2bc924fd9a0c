import type { Order } from '../domain/order.ts'
import type { HistoryEntry } from '../domain/order-moves.ts'
import { searchKeysOf, trackingKeyOf } from '../domain/order-search.ts'
import { isOpenReturn } from '../domain/return-status.ts'
import type { OrderDocument } from './order-document.ts'

/** An order with its history. */
export interface OrderRecord {
  readonly order: Order
  readonly history: readonly HistoryEntry[]
}

/** The lines of a stored order. */
export function toLines(items: OrderDocument['items']): Order['lines'] {
  return items.map((item) => ({ ...item, sku: item.sku ?? null }))
}

/** A stored order as the rest of the module knows it. */
export function toOrder(document: OrderDocument): Order {
  return {
    id: document._id,
    customerId: document.userId,
    sessionId: document.sessionId,
    customerEmail: document.customerEmail,
    customerName: document.customerName,
    customerPhone: document.customerPhone,
    shippingAddress: document.shippingAddress,
    billingAddress: document.billingAddress,
    paymentMethod: document.paymentMethod,
    shippingMethod: document.shippingMethod ?? 'standard',
    card: { brand: document.cardBrand, last4: document.cardLast4 },
    lines: toLines(document.items),
    subtotalCents: document.subtotalCents,
    shippingCents: document.shippingCents,
    taxCents: document.taxCents,
    totalCents: document.totalCents,
    status: document.status,
    carrier: document.carrier,
    trackingNumber: document.trackingNumber,
    estimatedDelivery: document.estimatedDelivery,
    trackingEvents: document.trackingEvents,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    reviewEndsAt: document.reviewEndsAt,
    awaitsRelease: document.awaitsRelease === true,
    invoice: document.invoice ?? null,
    returns: readReturns(document),
    refunds: document.refunds ?? [],
    notes: document.notes ?? [],
    revision: document.revision ?? 0,
  }
}

/** A new order as it is stored. */
export function toDocument(order: Order, history: readonly HistoryEntry[]): OrderDocument {
  return {
    _id: order.id,
    sessionId: order.sessionId,
    userId: order.customerId,
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    paymentMethod: order.paymentMethod,
    ...(order.shippingMethod === 'express' ? { shippingMethod: order.shippingMethod } : {}),
    cardBrand: order.card.brand,
    cardLast4: order.card.last4,
    items: order.lines.map(
      ({ productId, productName, sku, image, quantity, priceCents, isMadeToOrder, isBusinessProduct }) => ({
        productId,
        productName,
        ...(sku === null ? {} : { sku }),
        image,
        quantity,
        priceCents,
        ...(isMadeToOrder && { isMadeToOrder }),
        ...(isBusinessProduct && { isBusinessProduct }),
      }),
    ),
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    status: order.status,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    estimatedDelivery: order.estimatedDelivery,
    trackingEvents: [...order.trackingEvents],
    history: [...history],
    reviewEndsAt: order.reviewEndsAt,
    ...(order.awaitsRelease ? { awaitsRelease: true } : {}),
    ...(order.invoice === null ? {} : { invoice: order.invoice }),
    ...(order.returns.length === 0 ? {} : returnFields(order)),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    searchKeys: searchKeysOf(order),
    trackingKey: order.trackingNumber === null ? null : trackingKeyOf(order.trackingNumber),
  }
}

function readReturns({ returns = [], restocked = [] }: OrderDocument): Order['returns'] {
  const linesOf = new Map(restocked.map(({ number, lines }) => [number, lines]))
  return returns.map((each) => {
    const lines = linesOf.get(each.number)
    return lines === undefined ? each : { ...each, restocked: lines }
  })
}

/** The stored fields about returns. */
export function returnFields({
  returns,
}: Pick<Order, 'returns'>): Pick<OrderDocument, 'returns' | 'restocked' | 'openReturns'> {
  const openReturns = returns.filter(isOpenReturn).length
  const restocked = returns.flatMap(({ number, restocked: lines = [] }) =>
    lines.length === 0 ? [] : [{ number, lines: [...lines] }],
  )
  return {
    returns: returns.map(({ restocked: _lines, ...each }) => each),
    ...(restocked.length === 0 ? {} : { restocked }),
    ...(openReturns === 0 ? {} : { openReturns }),
  }
}

/** A stored order with its history. */
export function toRecord(document: OrderDocument): OrderRecord {
  return { order: toOrder(document), history: document.history.map((entry) => ({ person: null, ...entry })) }
}
