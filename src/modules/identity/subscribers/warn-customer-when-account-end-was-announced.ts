import { accountEndAnnounced } from '../events.ts'
import { accountEndsMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Tells a customer when the account that they have not used for years is deleted, and how to keep it. */
export function warnCustomerWhenAccountEndWasAnnounced({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(accountEndAnnounced, 'warn-customer-when-account-end-was-announced', {
    queue: 'mail',
    async handle({ userId, customer, lastLoginAt, endsAt }, { jobId }) {
      const mail = accountEndsMail(customer, links, { lastLoginAt, endsAt })
      await mailer.send(jobId, { ...mail, onBehalfOf: userId, mustArrive: true })
    },
  })
}
