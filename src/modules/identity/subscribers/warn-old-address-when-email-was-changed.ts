import { emailChanged } from '../events.ts'
import { oldAddressMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Warns a customer's former address, in case somebody else made the change. */
export function warnOldAddressWhenEmailWasChanged({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(emailChanged, 'warn-old-address-when-email-was-changed', {
    queue: 'urgent-mail',
    async handle({ userId, before, wasProved }, { jobId }) {
      await mailer.send(jobId, {
        ...oldAddressMail(before.email, links),
        onBehalfOf: userId,
        isRecipientProved: wasProved,
        mustArrive: true,
      })
    },
  })
}
