import { newEmailProofRequested } from '../events.ts'
import { addressTakenMail, newAddressMail } from '../mails/account-mails.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/**
 * Asks the new address of a customer for its proof. If it has an account already, its owner is told so instead: only who
 * reads the address learns it.
 */
export function mailLinkWhenNewEmailProofWasRequested({
  events,
  mailer,
  links,
  users,
}: MailPolicyDeps & {
  readonly users: Pick<UserRepository, 'findByEmail'>
}): void {
  events.subscribe(newEmailProofRequested, 'mail-link-when-new-email-proof-was-requested', {
    queue: 'urgent-mail',
    async handle({ userId, newEmail, linkToken }, { jobId }) {
      const owner = await users.findByEmail(newEmail)
      const mail = owner === null ? newAddressMail(newEmail, links, linkToken) : addressTakenMail(owner, links)
      await mailer.send(jobId, { ...mail, onBehalfOf: userId })
    },
  })
}
