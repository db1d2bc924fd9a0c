import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { emailChangeRequested } from '../events.ts'
import { changeRequestedMail, type MailLinks } from '../mails/account-mails.ts'

/** Tells a customer's address that another one was asked for, with a link that takes it back. */
export function warnOldAddressWhenEmailChangeWasRequested({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(emailChangeRequested, 'warn-old-address-when-email-change-was-requested', {
    queue: 'mail',
    async handle({ userId, customer, undoToken }, { jobId }) {
      await mailer.send(jobId, {
        ...changeRequestedMail(customer, links, undoToken),
        onBehalfOf: userId,
        // The change may be completed by now: then no account has the address, and only this tells that it was proved.
        isRecipientProved: undoToken !== null,
        mustArrive: true,
      })
    },
  })
}
