import { privacyRequestReceived } from '../events.ts'
import { requestReceivedMail } from '../mails/privacy-mails.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Acknowledges a privacy request by mail and asks the person to confirm it. */
export function askToConfirmWhenPrivacyRequestWasReceived(
  deps: MailPolicyDeps & {
    readonly requests: Pick<PrivacyRequestRepository, 'find'>
  },
): void {
  const { events, mailer, links, requests } = deps
  events.subscribe(privacyRequestReceived, 'ask-to-confirm-when-privacy-request-was-received', {
    queue: 'urgent-mail',
    async handle({ reference, linkToken }, { jobId }) {
      const request = await requests.find(reference)
      // Without an address the person was erased in the meantime.
      if (request === null || request.email === null) return
      await mailer.send(jobId, requestReceivedMail(request, request.email, links, linkToken))
    },
  })
}
