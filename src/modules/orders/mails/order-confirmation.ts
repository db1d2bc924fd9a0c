import { formatDate } from '#brand'
import { formatDay } from '#platform/time/business-days'
import { estimateDelivery } from '#platform/time/delivery-estimate'
import { DAY_MS } from '#platform/time/durations'
import { formatMoney } from '#platform/shared-kernel/money'
import { isOpen } from '../domain/order-status.ts'
import type { Address, Order, PaymentMethod } from '../domain/order.ts'
import { linkTo, toCustomer, type MailContext } from './order-mail.ts'

const EXPECTED_AFTER_MS = 7 * DAY_MS

const PAYMENT: Readonly<Record<PaymentMethod, string>> = {
  cash_on_delivery: 'Cash on delivery',
  card_on_delivery: 'Card on delivery',
  pay_with_card: 'Card',
}

const INTRODUCTIONS = {
  nobody: 'We have your order, and here it is in full.',
  customer: 'Here is your order in full as it is now.',
  staff: 'We corrected the delivery address. Its price stays the same; here is your order in full as it is now.',
} as const

/**
 * The mail that confirms an order: everything that was bought, what it costs, where it goes and what happens next.
 * @param context.now when it is written: a mail may wait for its server longer than the review time, or until the order
 * has shipped
 */
export function orderConfirmation(
  order: Order,
  {
    publicUrl,
    reviewMinutes,
    now,
    changedBy = null,
  }: MailContext & {
    readonly reviewMinutes: number
    readonly now: Date
    readonly changedBy?: 'customer' | 'staff' | null
  },
) {
  const isChanged = changedBy !== null
  const subject = `Your order #${order.id} ${isChanged ? 'was changed' : 'is confirmed'}`
  return toCustomer(order, {
    subject,
    preview: `${formatMoney(order.totalCents)}, placed on ${formatDate(order.createdAt)}. Thank you!`,
    heading: isChanged ? 'Your order was changed' : 'Thank you for your order',
    parts: [
      { kind: 'greeting', name: order.customerName },
      {
        kind: 'paragraph',
        text: INTRODUCTIONS[changedBy ?? 'nobody'],
      },
      {
        kind: 'facts',
        rows: [
          ['Order', `#${order.id}`],
          ['Placed on', formatDate(order.createdAt)],
          ['Payment', paymentOf(order)],
        ],
      },
      {
        kind: 'bill',
        lines: order.lines.map(({ productName, quantity, priceCents }) => ({
          name: productName,
          note: `${quantity} x ${formatMoney(priceCents)}`,
          amount: formatMoney(quantity * priceCents),
        })),
        sums: [
          ['Subtotal', formatMoney(order.subtotalCents)],
          [
            order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping',
            order.shippingCents === 0 ? 'Free' : formatMoney(order.shippingCents),
          ],
          ['Tax', formatMoney(order.taxCents)],
          ['Total', formatMoney(order.totalCents)],
        ],
      },
      { kind: 'lines', heading: 'Delivery to', lines: addressLines(order.shippingAddress), isPersonal: true },
      ...(isOpen(order.status)
        ? [
            {
              kind: 'list',
              heading: 'What happens next',
              items: [
                // A change does not begin the review time anew.
                ...(isChanged ? [] : reviewSentences(order, reviewMinutes, now)),
                ...(order.awaitsRelease ? ['One of us looks at an order of this size before we pack it.'] : []),
                'We pack it within 1-2 business days and send you the tracking number.',
                `Expected delivery: ${expectedDelivery(order)}.`,
              ],
            } as const,
          ]
        : []),
      ...linkTo(publicUrl, '/account', 'See your order'),
      { kind: 'paragraph', text: `Questions? Contact us and name your order number #${order.id}.` },
    ],
  })
}

/** Seven days after the order (specification 1, section 9); express on the business day that the checkout named last. */
function expectedDelivery({ createdAt, shippingMethod }: Order): string {
  return shippingMethod === 'express'
    ? formatDay(estimateDelivery(createdAt, 'express').latest)
    : formatDate(new Date(createdAt.getTime() + EXPECTED_AFTER_MS))
}

function paymentOf({ paymentMethod, card }: Order): string {
  return `${PAYMENT[paymentMethod]}${card.last4 === null ? '' : ` ending in ${card.last4}`}`
}

function reviewSentences({ status, reviewEndsAt }: Order, minutes: number, now: Date): string[] {
  if (minutes === 0) return ['We start on it right away.']
  if (status !== 'pending' || now >= reviewEndsAt) return []
  const time = minutes === 60 ? 'one hour' : minutes === 1 ? 'one minute' : `${minutes} minutes`
  return [`For ${time} you can still change or cancel it.`]
}

function addressLines(address: Address): string[] {
  return [
    `${address.firstName} ${address.lastName}`,
    address.address,
    ...(address.address2 === null ? [] : [address.address2]),
    `${address.city}, ${address.state} ${address.zipCode}`,
    address.country,
  ]
}
