import { formatMoney } from '#platform/shared-kernel/money'
import type { Order, PaymentMethod } from '../domain/order.ts'
import { linkTo, toCustomer, type MailContext } from './order-mail.ts'

/** When a refund arrives, by the way the order was paid (specification 2, section 9). */
export const REFUNDED_BY: Readonly<Record<PaymentMethod, string>> = {
  pay_with_card: 'It goes back to your card within 3-5 business days.',
  card_on_delivery: 'It goes back to your card within 3-5 business days.',
  cash_on_delivery: 'You paid in cash, so we send you a check; it takes 7-10 business days.',
}

/** The mail about a refund without a return: how much, and when it arrives. What staff noted as its reason is theirs. */
export function refundMail(order: Order, amountCents: number, { publicUrl }: MailContext) {
  const amount = formatMoney(amountCents)
  return toCustomer(order, {
    subject: `Your refund for order #${order.id} is on its way`,
    preview: `We have refunded ${amount}.`,
    heading: 'Your refund is on its way',
    parts: [
      { kind: 'greeting', name: order.customerName },
      { kind: 'paragraph', text: `We have refunded ${amount}. ${REFUNDED_BY[order.paymentMethod]}` },
      {
        kind: 'facts',
        rows: [
          ['Order', `#${order.id}`],
          ['Order total', formatMoney(order.totalCents)],
          ['Refund', amount],
        ],
      },
      ...linkTo(publicUrl, '/account', 'See your orders'),
      { kind: 'paragraph', text: `Questions? Contact us and name your order #${order.id}.` },
    ],
  })
}
