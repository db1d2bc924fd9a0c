import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { emailChanged } from '../events.ts'
import { newAddressMail, type MailLinks } from '../mails/account-mails.ts'

/** Asks the new address of a customer for its proof. */
export function mailLinkWhenEmailWasChanged({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(emailChanged, 'mail-link-when-email-was-changed', {
    queue: 'mail',
    handle: ({ userId, after, linkToken }, { jobId }) =>
      mailer.send(jobId, { ...newAddressMail(after, links, linkToken), onBehalfOf: userId }),
  })
}
