import { passwordChanged } from '../events.ts'
import { passwordChangedMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Warns a customer that their password was changed, in case somebody else did it. */
export function warnCustomerWhenPasswordWasChanged({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(passwordChanged, 'warn-customer-when-password-was-changed', {
    queue: 'urgent-mail',
    async handle({ userId, customer }, { jobId }) {
      await mailer.send(jobId, { ...passwordChangedMail(customer, links), onBehalfOf: userId, mustArrive: true })
    },
  })
}
