import type { LetterPart } from '#platform/mail/letter'
import type { Order } from '../domain/order.ts'
import { ESTIMATE_WHEN_SHIPPED } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { linkTo, toCustomer, type MailContext } from './order-mail.ts'

interface StepMail {
  readonly subject: string
  readonly heading: string
  readonly sentences: readonly string[]
  readonly more: readonly LetterPart[]
}

/**
 * The mail about a step of an order; null for a step that customers get no mail about, for an earlier one of an order that
 * was canceled meanwhile, and when the order has no address because its customer asked for erasure.
 * @param to the status that the step led to; the order may have moved on since
 */
export function statusMail(order: Order, to: OrderStatus, { publicUrl }: MailContext) {
  const write = MAILS[to]
  const isOvertaken = order.status === 'cancelled' && to !== 'cancelled'
  if (write === null || isOvertaken || !order.customerEmail.includes('@')) return null
  const { subject, heading, sentences, more } = write(order)
  return toCustomer(order, {
    subject,
    preview: sentences[0] ?? subject,
    heading,
    parts: [
      { kind: 'greeting', name: order.customerName },
      ...sentences.map((text) => ({ kind: 'paragraph', text }) as const),
      ...more,
      {
        kind: 'list',
        heading: 'What is in it',
        items: order.lines.map(({ productName, quantity }) => `${quantity} x ${productName}`),
      },
      ...linkTo(publicUrl, ...linkOf(order, to)),
      ...(order.invoice === null || to === 'cancelled'
        ? []
        : linkTo(publicUrl, `/account?order=${order.id}`, 'See and print your invoice')),
      { kind: 'paragraph', text: `Questions? Contact us and name your order number #${order.id}.` },
    ],
  })
}

/** Where the mail leads, and what its link is called. */
function linkOf({ id }: Order, to: OrderStatus): [path: string, label: string] {
  if (to === 'shipped') return ['/track', 'Track your order']
  return to === 'delivered' ? [`/return?order=${id}`, 'Return something'] : ['/account', 'See your order']
}

const MAILS: Readonly<Record<OrderStatus, ((order: Order) => StepMail) | null>> = {
  pending: null,
  processing: (order) => ({
    subject: `We are packing your order #${order.id}`,
    heading: 'We are packing your order',
    sentences: ['We have begun to pack your order. You get another mail with the tracking number when it leaves us.'],
    more: [],
  }),
  shipped: (order) => ({
    subject: `Your order #${order.id} is on its way`,
    heading: 'Your order is on its way',
    sentences: ['Your order has left us and is on its way to you.'],
    more: [
      {
        kind: 'facts',
        rows: [
          ['Carrier', order.carrier],
          ['Tracking number', order.trackingNumber ?? ''],
          // The order itself says "Delivered" when this mail was delayed until after its delivery.
          ['Expected delivery', ESTIMATE_WHEN_SHIPPED[order.shippingMethod]],
        ],
      },
    ],
  }),
  delivered: (order) => ({
    subject: `Your order #${order.id} was delivered`,
    heading: 'Your order was delivered',
    sentences: [
      'Your order was delivered. We hope that everything is as you wanted it.',
      'If something is damaged, tell us within 48 hours. You can return it within 30 days.',
    ],
    more: [],
  }),
  cancelled: (order) => ({
    subject: `Your order #${order.id} was cancelled`,
    heading: 'Your order was cancelled',
    sentences: [
      'Your order was cancelled, and nothing will be sent to you.',
      order.paymentMethod === 'pay_with_card'
        ? 'If your card was charged, the amount is back on it within 3-5 business days.'
        : 'There is nothing to pay.',
    ],
    more: [],
  }),
}
