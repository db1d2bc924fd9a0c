import { randomInt } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import type { MailAddress } from '#platform/mail/mail'
import { newReference, replyBy, type Message } from '../domain/message.ts'
import type { Inbox } from '../inbox.api.ts'
import { acknowledgement, staffMail } from '../mails/message-mails.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'

/**
 * Stores a form under a reference with the time of the promised answer, together with the mails to staff and to who
 * wrote it (specification 2, section 9): when this answers, nothing of it can get lost.
 */
export function createReceiveMessage(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly messages: Pick<MessageRepository, 'insert'>
  readonly staff: MailAddress
}): Inbox['receive'] {
  const { database, jobs, clock, messages, staff } = deps
  return async function receiveMessage(received) {
    const receivedAt = clock.now()
    const facts = {
      state: 'open',
      assignee: null,
      notes: [],
      receivedAt,
      dueAt: replyBy(received.kind, receivedAt),
    } as const
    const message: Message = { ...received, ...facts, reference: newReference(randomInt) }
    await database.transaction(async (tx) => {
      await messages.insert(tx, message)
      await jobs.enqueue(tx, sendMail, staffMail(message, staff))
      if (message.email !== null) await jobs.enqueue(tx, sendMail, acknowledgement(message, message.email))
    })
    return message
  }
}
