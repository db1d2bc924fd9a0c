import { emailChangeRequested } from '../events.ts'
import { changeRequestedMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Tells a customer's address that another one was asked for, with a link that takes it back. */
export function warnOldAddressWhenEmailChangeWasRequested({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(emailChangeRequested, 'warn-old-address-when-email-change-was-requested', {
    queue: 'urgent-mail',
    async handle({ userId, customer, undoToken }, { jobId }) {
      await mailer.send(jobId, {
        ...changeRequestedMail(customer, links, undoToken),
        onBehalfOf: userId,
        // The change may be completed by now: then no account has the address, and only this tells that it was proved.
        isRecipientProved: undoToken !== null,
        mustArrive: true,
      })
    },
  })
}
