import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { messageReceived } from '../../events.ts'
import { acknowledgement } from '../mails/message-mails.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'

/** Sends no mail to a customer who left only a phone number, or whose data was deleted since. */
export function acknowledgeWhenMessageWasReceived(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly messages: Pick<MessageRepository, 'find'>
}): void {
  const { events, mailer, messages } = deps
  events.subscribe(messageReceived, 'acknowledge-when-message-was-received', {
    queue: 'mail',
    async handle({ reference }, { jobId }) {
      const message = await messages.find(null, reference)
      if (message !== null && message.email !== null) await mailer.send(jobId, acknowledgement(message, message.email))
    },
  })
}
