import { randomUUID } from 'node:crypto'
import type { OutboxRow } from '#platform/jobs/outbox-row'
import { sendMail } from '#platform/mail/send-mail'

/** Where mails of `aWaitingMail` go, each to an address of its own. */
export const WAITING_MAILS_GO_TO = '@halted.example'

/** The job of a mail that waits in a queue of the outbox. */
export function aWaitingMail(queue: 'urgent-mail' | 'mail' | 'alerts'): OutboxRow {
  return {
    _id: randomUUID(),
    name: sendMail.name,
    queue,
    payload: {
      to: { name: '', address: `${randomUUID()}${WAITING_MAILS_GO_TO}` },
      subject: 'A mail',
      text: 'Hello',
    },
    status: 'queued',
    notBefore: new Date(),
    delivery: 0,
    attempts: 0,
    leaseUntil: null,
    lastError: null,
    createdAt: new Date(),
    failedAt: null,
    expiresAt: null,
  }
}
