import { formatMoney } from '#platform/money'
import type { Address, Order, PaymentMethod } from '../domain/order.ts'

const WIDTH = 64
const RULE = '-'.repeat(WIDTH)

const PAYMENT: Readonly<Record<PaymentMethod, string>> = {
  cash_on_delivery: 'Cash on delivery',
  card_on_delivery: 'Card on delivery',
  pay_with_card: 'Card',
}

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' })

/** The mail that confirms an order: everything that was bought, what it costs, where it goes and what happens next. */
export function orderConfirmation(order: Order, reviewMinutes: number) {
  const expected = new Date(order.createdAt.getTime() + 7 * 86_400_000)
  const text = [
    `Hello ${order.customerName},`,
    '',
    `thank you for your order. We have it, and here it is in full.`,
    '',
    `Order #${order.id}`,
    `Placed on ${date.format(order.createdAt)}`,
    RULE,
    ...order.lines.flatMap((line) => [
      line.productName,
      amount(`  ${line.quantity} x ${formatMoney(line.priceCents)}`, line.quantity * line.priceCents),
    ]),
    RULE,
    amount('Subtotal', order.subtotalCents),
    order.shippingCents === 0 ? row('Shipping', 'Free') : amount('Shipping', order.shippingCents),
    amount('Tax', order.taxCents),
    amount('Total', order.totalCents),
    '',
    `Payment: ${PAYMENT[order.paymentMethod]}${order.card.last4 === null ? '' : ` ending in ${order.card.last4}`}`,
    '',
    'Delivery to',
    ...addressLines(order.shippingAddress),
    '',
    'What happens next',
    `  - ${reviewSentence(reviewMinutes)}`,
    '  - We pack it within 1-2 business days and send you the tracking number.',
    `  - Expected delivery: ${date.format(expected)}.`,
    '',
    'Questions? Just answer this mail and name your order number.',
    '',
    'Superprinter',
  ].join('\n')
  return { to: { name: order.customerName, address: order.customerEmail }, subject: `Your order #${order.id} is confirmed`, text }
}

function reviewSentence(minutes: number): string {
  return minutes === 0 ? 'We start on it right away.' : `For ${minutes === 60 ? 'one hour' : `${minutes} minutes`} you can still change or cancel it.`
}

function row(label: string, value: string): string {
  return label.padEnd(WIDTH - value.length) + value
}

function amount(label: string, cents: number): string {
  return row(label, formatMoney(cents))
}

function addressLines(address: Address): string[] {
  return [
    `${address.firstName} ${address.lastName}`,
    address.address,
    ...(address.address2 === null ? [] : [address.address2]),
    `${address.city}, ${address.state} ${address.zipCode}`,
    address.country,
  ].map((line) => `  ${line}`)
}
