import { formatMoney } from '#platform/shared-kernel/money'
import type { LetterPart } from '#platform/mail/letter'
import type { Order } from '../domain/order.ts'
import type { OrderReturn, ReturnStatus } from '../domain/order-return.ts'
import { expectedRefundsOf, isReturnShippingFree, lineOf, refundOf } from '../domain/return-refund.ts'
import { OFF_STATUSES } from '../domain/return-status.ts'
import { linkTo, toCustomer, type MailContext } from './order-mail.ts'
import { REFUNDED_BY } from './refund-mail.ts'

interface StepMail {
  readonly heading: string
  readonly sentences: readonly string[]
}

/** How a return is called in mails and on paper: RMA-100001. */
function returnName(number: number): string {
  return `RMA-${number}`
}

/** The mail about a step of a return: what happened, what comes next, and what staff wrote with it. */
export function returnMail(order: Order, asked: OrderReturn, to: ReturnStatus, { publicUrl }: MailContext) {
  const name = returnName(asked.number)
  const { heading, sentences } = MAILS[to](order, asked)
  const message = asked.steps.findLast(({ status }) => status === to)?.message ?? null
  const { cents = 0, refundedBeforeCents: before = 0 } = expectedRefundsOf(order).get(asked.number) ?? {}
  const isOff = OFF_STATUSES.has(to)
  const pieces = asked.lines.map(({ lineNumber, quantity }) => `${quantity} x ${lineOf(order, lineNumber).productName}`)
  return toCustomer(order, {
    subject: `${heading}: ${name}`,
    preview: sentences[0] ?? heading,
    heading,
    parts: [
      { kind: 'greeting', name: order.customerName },
      ...sentences.map((text): LetterPart => ({ kind: 'paragraph', text })),
      ...(message === null ? [] : [{ kind: 'lines', heading: 'From us to you', lines: message.split('\n') } as const]),
      {
        kind: 'facts',
        rows: [
          ['Return', name],
          ['Order', `#${order.id}`],
          ...(isOff
            ? []
            : [
                [to === 'refunded' ? 'Refund' : 'Expected refund', formatMoney(cents)] as const,
                ...(before === 0 ? [] : [['Refunded before', formatMoney(before)] as const]),
              ]),
        ],
      },
      { kind: 'list', heading: isOff ? 'What you wanted to return' : 'What comes back', items: pieces },
      ...linkTo(publicUrl, `/return?order=${order.id}`, 'See your return'),
      { kind: 'paragraph', text: `Questions? Contact us and name your return ${name}.` },
    ],
  })
}

const MAILS: Readonly<Record<ReturnStatus, (order: Order, asked: OrderReturn) => StepMail>> = {
  requested: () => ({
    heading: 'We have your return request',
    sentences: ['We answer within one business day. Please send nothing before that.'],
  }),
  approved: (order, asked) => ({
    heading: 'Your return is approved',
    sentences: [
      'Print the slip on the page of your return and put it inside the box.',
      isReturnShippingFree(order, asked)
        ? 'Sending it back is free for you.'
        : 'Please send it with a carrier that tracks the parcel; its charge is yours.',
    ],
  }),
  received: () => ({
    heading: 'Your return has arrived',
    sentences: ['We look at it within two business days and then start the refund.'],
  }),
  refunded: (order, asked) =>
    refundOf(order, asked) === 0
      ? {
          heading: 'Your return is done',
          sentences: ['Nothing more is due for these items: whatever you paid for them was refunded before.'],
        }
      : {
          heading: 'Your refund is on its way',
          sentences: [`We have refunded ${formatMoney(refundOf(order, asked))}. ${REFUNDED_BY[order.paymentMethod]}`],
        },
  withdrawn: () => ({
    heading: 'You have withdrawn your return',
    sentences: ['Nothing more is to be done. If something is on its way to us already, please tell us.'],
  }),
  declined: () => ({
    heading: 'We cannot take your return',
    sentences: ['We have looked at your return and cannot take it. If you see it differently, please contact us.'],
  }),
}
