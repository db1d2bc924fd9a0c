import { formatDateTime, MAIL_THEME } from '#brand'
import { writeLetter } from '#platform/mail/letter'
import type { MailAddress } from '#platform/mail/mail'
import type { Message } from '../domain/message.ts'

const KINDS: Readonly<Record<Message['kind'], string>> = {
  support: 'Support ticket',
  contact: 'Message',
  warranty: 'Warranty claim',
  service: 'Service request',
}

/** For staff: a new message of the inbox with all of its fields. */
export function staffMail(message: Message, staff: MailAddress) {
  const subject = `${KINDS[message.kind]} ${message.reference}: ${message.subject}`.slice(0, 250)
  return {
    to: staff,
    subject,
    ...writeLetter(
      {
        subject,
        preview: `From ${message.from}; answer by ${formatDateTime(message.dueAt)}.`,
        heading: `${KINDS[message.kind]} ${message.reference}`,
        parts: [
          {
            kind: 'facts',
            rows: [
              ['From', message.from],
              ['Answer by', formatDateTime(message.dueAt)],
            ],
          },
          { kind: 'facts', rows: message.fields.map(({ label, value }) => [label, value] as const) },
          { kind: 'paragraph', text: 'You can answer it from the inbox of the back office.' },
        ],
      },
      MAIL_THEME,
    ),
  }
}

/** For the customer who wrote: the reference, and when the shop will reply. It repeats nothing of the message. */
export function acknowledgement(message: Message, email: string) {
  const subject = `We have your message ${message.reference}`
  return {
    to: { name: message.from.slice(0, 200), address: email },
    subject,
    ...writeLetter(
      {
        subject,
        preview: `You’ll hear from us by ${formatDateTime(message.dueAt)}.`,
        heading: 'We have your message',
        parts: [
          {
            kind: 'facts',
            rows: [
              ['Reference', message.reference],
              ['Answer by', formatDateTime(message.dueAt)],
            ],
          },
          {
            kind: 'paragraph',
            text: 'One of us will read it and reply. Please mention the reference if you write or call about it.',
          },
        ],
      },
      MAIL_THEME,
    ),
  }
}
