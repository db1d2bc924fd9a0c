import { emailProofRequested } from '../events.ts'
import { proofAgainMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Sends a customer another link to prove their address. */
export function mailLinkWhenEmailProofWasRequested({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(emailProofRequested, 'mail-link-when-email-proof-was-requested', {
    queue: 'urgent-mail',
    async handle({ userId, customer, linkToken }, { jobId }) {
      await mailer.send(jobId, { ...proofAgainMail(customer, links, linkToken), onBehalfOf: userId })
    },
  })
}
