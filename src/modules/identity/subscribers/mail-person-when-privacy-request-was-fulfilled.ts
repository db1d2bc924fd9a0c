import { DependencyUnavailable } from '#platform/jobs/jobs'
import { privacyRequestFulfilled } from '../events.ts'
import { erasedMail, exportReadyMail, optedOutMail } from '../mails/privacy-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/** Notifies a person by mail that their privacy request is fulfilled. */
export function mailPersonWhenPrivacyRequestWasFulfilled({ events, mailer, links }: MailPolicyDeps): void {
  events.subscribe(privacyRequestFulfilled, 'mail-person-when-privacy-request-was-fulfilled', {
    queue: 'mail',
    async handle({ reference, requestType, person: { email, ...name }, linkToken }, { jobId }) {
      const request = { reference, requestType, ...name }
      const mail =
        linkToken !== undefined
          ? exportReadyMail(request, email, links, linkToken)
          : requestType === 'delete'
            ? erasedMail(request, email)
            : optedOutMail(request, email)
      // Nothing else tells the person, and others may have used up what the address gets in an hour.
      if (!(await mailer.send(jobId, mail)))
        throw new DependencyUnavailable(
          'The answer to a privacy request was withheld: its address gets too many mails.',
        )
    },
  })
}
