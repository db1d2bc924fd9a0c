import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { accountEndAnnounced } from '../events.ts'
import { accountEndsMail, type MailLinks } from '../mails/account-mails.ts'

/** Tells a customer when the account that they have not used for years is deleted, and how to keep it. */
export function warnCustomerWhenAccountEndWasAnnounced({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(accountEndAnnounced, 'warn-customer-when-account-end-was-announced', {
    queue: 'mail',
    async handle({ userId, customer, lastLoginAt, endsAt }, { jobId }) {
      const mail = accountEndsMail(customer, links, { lastLoginAt, endsAt })
      await mailer.send(jobId, { ...mail, onBehalfOf: userId, mustArrive: true })
    },
  })
}
