import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { passwordChanged } from '../events.ts'
import { passwordChangedMail, type MailLinks } from '../mails/account-mails.ts'

/** Warns a customer that their password was changed, in case somebody else did it. */
export function warnCustomerWhenPasswordWasChanged({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(passwordChanged, 'warn-customer-when-password-was-changed', {
    queue: 'mail',
    async handle({ userId, customer }, { jobId }) {
      await mailer.send(jobId, { ...passwordChangedMail(customer, links), onBehalfOf: userId, mustArrive: true })
    },
  })
}
