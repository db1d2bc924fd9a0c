import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { emailChanged } from '../events.ts'
import { oldAddressMail, type MailLinks } from '../mails/account-mails.ts'

/** Warns a customer's former address, in case somebody else made the change. */
export function warnOldAddressWhenEmailWasChanged({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(emailChanged, 'warn-old-address-when-email-was-changed', {
    queue: 'mail',
    async handle({ userId, before, wasProved }, { jobId }) {
      await mailer.send(jobId, {
        ...oldAddressMail(before.email, links),
        onBehalfOf: userId,
        isRecipientProved: wasProved,
        mustArrive: true,
      })
    },
  })
}
