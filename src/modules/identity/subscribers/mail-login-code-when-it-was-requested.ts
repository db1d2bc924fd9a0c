import type { Clock } from '#platform/time/clock'
import type { LoginCodes } from '../domain/login-code.ts'
import { loginCodeRequested } from '../events.ts'
import { loginCodeMail } from '../mails/account-mails.ts'
import type { LoginCodeRepository } from '../persistence/login-code.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/**
 * Sends a customer the code that they asked for. The code is made here, so that it stands nowhere but in the mail; one
 * whose ten minutes are over, because the mail server was away, or whose browser asked for another one since, is not sent.
 */
export function mailLoginCodeWhenItWasRequested({
  events,
  mailer,
  clock,
  users,
  codes,
  loginCodes,
  links,
}: MailPolicyDeps & {
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'findByEmail'>
  readonly codes: Pick<LoginCodeRepository, 'setCode'>
  readonly loginCodes: LoginCodes
}): void {
  events.subscribe(loginCodeRequested, 'mail-login-code-when-it-was-requested', {
    queue: 'urgent-mail',
    async handle({ email, codeKey, requestId, isReader }, { jobId }) {
      const user = await users.findByEmail(email)
      if (user === null) return
      const code = loginCodes.codeOf(jobId)
      const keys = [codeKey, loginCodes.keyOf(email, null)]
      if (!(await codes.setCode(keys, requestId, loginCodes.digestOf(email, code), clock.now()))) return
      const letter = loginCodeMail(user, code, links, loginCodes.readerTokenOf(email, clock.now()))
      await mailer.send(jobId, { ...letter, onBehalfOf: user.id, isRecipientProved: isReader })
    },
  })
}
