import type { EventBus } from '#platform/events/event-bus'
import type { MailAddress } from '#platform/mail/mail'
import type { Mailer } from '#platform/mail/mailer'
import { messageReceived } from '../../events.ts'
import { staffMail } from '../mails/message-mails.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'

export function mailStaffWhenMessageWasReceived(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly staff: MailAddress
  readonly messages: Pick<MessageRepository, 'find'>
}): void {
  const { events, mailer, staff, messages } = deps
  events.subscribe(messageReceived, 'mail-staff-when-message-was-received', {
    queue: 'mail',
    async handle({ reference }, { jobId }) {
      const message = await messages.find(null, reference)
      if (message !== null) await mailer.send(jobId, staffMail(message, staff))
    },
  })
}
