import { formatDateTime, MAIL_THEME } from '#brand'
import { writeLetter, type LetterPart } from '#platform/mail/letter'
import type { Reply } from '#platform/shared-kernel/handled-entry'
import type { InboxEntry } from '../inbox.api.ts'

const LONGEST_QUOTE = 2000
const LONGEST_SUBJECT = 150

/** What the sender wrote, in the words that they know it by. */
function askedIn(entry: Exclude<InboxEntry, { kind: 'erasure' }>) {
  if (entry.kind === 'privacy') {
    const { firstName, lastName, description, reference, receivedAt } = entry.request
    const subject = 'Your privacy request'
    return { name: `${firstName} ${lastName}`, subject, text: description, reference, receivedAt }
  }
  const { from, subject, fields, reference, receivedAt } = entry.message
  const text = fields.find(({ label }) => label === 'Message' || label === 'Issue')?.value ?? ''
  return { name: from, subject, text, reference, receivedAt }
}

/**
 * An answer of staff. It repeats what was asked, also to an address that nobody has proved: a person of the shop has
 * read those words and answers them.
 */
export function replyMail(entry: Exclude<InboxEntry, { kind: 'erasure' }>, reply: Reply, email: string) {
  const { name, subject, text, reference, receivedAt } = askedIn(entry)
  const line = `Re: ${subject.slice(0, LONGEST_SUBJECT)} (${reference})`
  const quote: LetterPart[] =
    text === ''
      ? []
      : [
          {
            kind: 'lines',
            heading: `You wrote on ${formatDateTime(receivedAt)}:`,
            lines: shortened(text).split('\n'),
          },
        ]
  return {
    to: { name: name.slice(0, 200), address: email },
    subject: line,
    ...writeLetter(
      {
        subject: line,
        preview: reply.text.slice(0, 120),
        heading: 'Our answer',
        parts: [
          { kind: 'paragraph', text: reply.text },
          ...quote,
          { kind: 'facts', rows: [['Reference', reference]] },
          { kind: 'paragraph', text: 'If you write or call about it again, please mention the reference.' },
        ],
      },
      MAIL_THEME,
    ),
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`
}
