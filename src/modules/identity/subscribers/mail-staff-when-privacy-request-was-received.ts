import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import { privacyRequestReceived } from '../events.ts'
import type { Addressee, MailLinks } from '../mails/account-mails.ts'
import { staffMail } from '../mails/privacy-mails.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

/** Tells the shop's people by mail. Should the process end in just that moment, the inbox still shows the request. */
export function mailStaffWhenPrivacyRequestWasReceived(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly links: MailLinks
  readonly staff: Addressee
  readonly requests: Pick<PrivacyRequestRepository, 'find'>
}): void {
  const { database, events, jobs, links, staff, requests } = deps
  events.on(privacyRequestReceived, 'identity.mail-staff', async ({ payload: { reference } }) => {
    const request = await requests.find(reference)
    if (request === null) return
    await database.transaction((tx) => jobs.enqueue(tx, sendMail, staffMail(request, staff, links)))
  })
}
