import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { emailProofRequested } from '../events.ts'
import { proofAgainMail, type MailLinks } from '../mails/account-mails.ts'

/** Sends a customer another link to prove their address. */
export function mailLinkWhenEmailProofWasRequested({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(emailProofRequested, 'mail-link-when-email-proof-was-requested', {
    queue: 'mail',
    async handle({ userId, customer, linkToken }, { jobId }) {
      await mailer.send(jobId, { ...proofAgainMail(customer, links, linkToken), onBehalfOf: userId })
    },
  })
}
