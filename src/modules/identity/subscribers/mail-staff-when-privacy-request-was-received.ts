import type { EventBus } from '#platform/events/event-bus'
import type { MailAddress } from '#platform/mail/mail'
import type { Mailer } from '#platform/mail/mailer'
import { privacyRequestReceived } from '../events.ts'
import type { MailLinks } from '../mails/account-mails.ts'
import { staffMail } from '../mails/privacy-mails.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

/** Notifies staff by mail of a new privacy request. */
export function mailStaffWhenPrivacyRequestWasReceived(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly links: MailLinks
  readonly staff: MailAddress
  readonly requests: Pick<PrivacyRequestRepository, 'find'>
}): void {
  const { events, mailer, links, staff, requests } = deps
  events.subscribe(privacyRequestReceived, 'mail-staff-when-privacy-request-was-received', {
    queue: 'mail',
    async handle({ reference }, { jobId }) {
      const request = await requests.find(reference)
      if (request !== null) await mailer.send(jobId, staffMail(request, staff, links))
    },
  })
}
