import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import type { MailLinks } from '../mails/account-mails.ts'

/** What every policy takes that mails somebody because of an event. */
export interface MailPolicyDeps {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}
