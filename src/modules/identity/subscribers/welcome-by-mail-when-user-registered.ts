import { userRegistered } from '../events.ts'
import { welcomeMail } from '../mails/account-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Greets a new customer and asks them to prove their address. */
export function welcomeByMailWhenUserRegistered({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(userRegistered, 'welcome-by-mail-when-user-registered', {
    queue: 'urgent-mail',
    async handle({ userId, customer, linkToken }, { jobId }) {
      await mailer.send(jobId, { ...welcomeMail(customer, links, linkToken), onBehalfOf: userId })
    },
  })
}
