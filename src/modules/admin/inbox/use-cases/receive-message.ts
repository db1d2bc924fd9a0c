import { randomInt } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { messageReceived } from '../../events.ts'
import { newReference, replyBy, type Message } from '../domain/message.ts'
import type { Inbox } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'

/** Stores a form under a reference, with the time of the promised answer (specification 2, section 9). */
export function createReceiveMessage(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly messages: Pick<MessageRepository, 'insert'>
}): Inbox['receive'] {
  const { database, events, clock, messages } = deps
  return async function receiveMessage(received, note) {
    const receivedAt = clock.now()
    const message: Message = {
      ...received,
      reference: newReference(randomInt),
      state: 'open',
      assignee: null,
      assigneeId: null,
      notes: [],
      replies: [],
      version: 0,
      receivedAt,
      dueAt: replyBy(received.kind, receivedAt),
    }
    await database.transaction(async (tx) => {
      await messages.insert(tx, message)
      await events.publish(tx, messageReceived, { reference: message.reference })
      await note?.(tx, message.reference)
    })
    return message
  }
}
