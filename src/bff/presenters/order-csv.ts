import type { StaffOrder } from '#modules/orders'
import { BYTE_ORDER_MARK, toCsv } from '#platform/text/csv'
import { toDecimal } from '#platform/shared-kernel/money'

const COLUMNS = [
  'Order',
  'Placed',
  'Status',
  'Name',
  'Email',
  'Phone',
  'Ship to',
  'Address',
  'Address 2',
  'City',
  'State',
  'ZIP',
  'Country',
  'Pieces',
  'Items',
  'Subtotal',
  'Shipping',
  'Tax',
  'Total',
  'Payment',
  'Refunded',
  'Carrier',
  'Tracking number',
  'Invoice',
  'Delivery',
]

/** Orders as a CSV file in pieces, a row each; it is written no faster than the pieces are taken. */
export async function* presentOrdersAsCsv(found: AsyncIterable<readonly StaffOrder[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([COLUMNS])
  for await (const orders of found) yield toCsv(orders.map(cellsOf))
}

function cellsOf({ order, returns }: StaffOrder): string[] {
  const { shippingAddress: place, lines } = order
  return [
    String(order.id),
    order.createdAt.toISOString(),
    order.status,
    order.customerName,
    order.customerEmail,
    order.customerPhone ?? '',
    `${place.firstName} ${place.lastName}`,
    place.address,
    place.address2 ?? '',
    place.city,
    place.state,
    place.zipCode,
    place.country,
    String(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    lines
      .map(({ quantity, productName, sku }) => `${quantity} x ${productName}${sku === null ? '' : ` (${sku})`}`)
      .join('; '),
    toDecimal(order.subtotalCents),
    toDecimal(order.shippingCents),
    toDecimal(order.taxCents),
    toDecimal(order.totalCents),
    order.paymentMethod,
    toDecimal(returns.refundedCents),
    order.trackingNumber === null ? '' : order.carrier,
    order.trackingNumber ?? '',
    order.invoice === null ? '' : `INV-${order.invoice.number}`,
    order.shippingMethod,
  ]
}
