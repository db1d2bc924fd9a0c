import { writeLetter } from '#platform/mail/letter'
import type { MailAddress } from '#platform/mail/mail'
import type { Message } from '../domain/message.ts'

const SENDER = 'Superprinter'
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Chicago' })

const WHAT: Readonly<Record<Message['kind'], string>> = {
  support: 'Support ticket',
  contact: 'Message',
  warranty: 'Warranty claim',
  service: 'Service request',
}

/** Tells staff that a message is in the inbox, with all that was written. */
export function staffMail(message: Message, staff: MailAddress) {
  const subject = `${WHAT[message.kind]} ${message.reference}: ${message.subject}`.slice(0, 250)
  return {
    to: staff,
    subject,
    ...writeLetter({
      subject,
      preview: `From ${message.from}; answer by ${time.format(message.dueAt)}.`,
      heading: `${WHAT[message.kind]} ${message.reference}`,
      sender: SENDER,
      parts: [
        {
          kind: 'facts',
          rows: [
            ['From', message.from],
            ['Answer by', time.format(message.dueAt)],
          ],
        },
        { kind: 'facts', rows: message.fields.map(({ label, value }) => [label, value] as const) },
        { kind: 'paragraph', text: 'It waits in the inbox of the back office.' },
      ],
    }),
  }
}

/** Tells who wrote that it arrived, under which reference, and when they hear from the shop. Repeats nothing of it. */
export function acknowledgement(message: Message, email: string) {
  const subject = `We have your message ${message.reference}`
  return {
    to: { name: message.from.slice(0, 200), address: email },
    subject,
    ...writeLetter({
      subject,
      preview: `You hear from us by ${time.format(message.dueAt)}.`,
      heading: 'We have your message',
      sender: SENDER,
      parts: [
        {
          kind: 'facts',
          rows: [
            ['Reference', message.reference],
            ['Answer by', time.format(message.dueAt)],
          ],
        },
        {
          kind: 'paragraph',
          text: 'Somebody of us reads it and answers you. Please name the reference if you write or call about it.',
        },
      ],
    }),
  }
}
