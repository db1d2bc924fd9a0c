import type { MailAddress } from '#platform/mail/mail'
import { privacyRequestReceived } from '../events.ts'
import { staffMail } from '../mails/privacy-mails.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Notifies staff by mail of a new privacy request. */
export function mailStaffWhenPrivacyRequestWasReceived(
  deps: MailPolicyDeps & {
    readonly staff: MailAddress
    readonly requests: Pick<PrivacyRequestRepository, 'find'>
  },
): void {
  const { events, mailer, links, staff, requests } = deps
  events.subscribe(privacyRequestReceived, 'mail-staff-when-privacy-request-was-received', {
    queue: 'mail',
    async handle({ reference }, { jobId }) {
      const request = await requests.find(reference)
      if (request !== null) await mailer.send(jobId, staffMail(request, staff, links))
    },
  })
}
