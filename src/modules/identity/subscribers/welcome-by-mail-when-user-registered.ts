import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { userRegistered } from '../events.ts'
import { welcomeMail, type MailLinks } from '../mails/account-mails.ts'

/** Greets a new customer and asks them to prove their address. */
export function welcomeByMailWhenUserRegistered({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(userRegistered, 'welcome-by-mail-when-user-registered', {
    queue: 'mail',
    async handle({ userId, customer, linkToken }, { jobId }) {
      await mailer.send(jobId, { ...welcomeMail(customer, links, linkToken), onBehalfOf: userId })
    },
  })
}
