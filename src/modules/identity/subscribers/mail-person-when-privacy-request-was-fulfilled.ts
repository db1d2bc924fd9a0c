import type { EventBus } from '#platform/events/event-bus'
import { DependencyUnavailable } from '#platform/jobs/jobs'
import type { Mailer } from '#platform/mail/mailer'
import { privacyRequestFulfilled } from '../events.ts'
import type { MailLinks } from '../mails/account-mails.ts'
import { erasedMail, exportReadyMail, optedOutMail } from '../mails/privacy-mails.ts'

/** Notifies a person by mail that their privacy request is fulfilled. */
export function mailPersonWhenPrivacyRequestWasFulfilled({
  events,
  mailer,
  links,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
}): void {
  events.subscribe(privacyRequestFulfilled, 'mail-person-when-privacy-request-was-fulfilled', {
    queue: 'mail',
    async handle({ reference, requestType, person: { email, ...name }, linkToken }, { jobId }) {
      const request = { reference, requestType, ...name }
      const mail =
        linkToken !== undefined
          ? exportReadyMail(request, email, links, linkToken)
          : requestType === 'delete'
            ? erasedMail(request, email)
            : optedOutMail(request, email)
      // Nothing else tells the person, and others may have used up what the address gets in an hour.
      if (!(await mailer.send(jobId, mail)))
        throw new DependencyUnavailable(
          'The answer to a privacy request was withheld: its address gets too many mails.',
        )
    },
  })
}
