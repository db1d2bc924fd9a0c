import { DependencyUnavailable } from '#platform/jobs/jobs'
import type { Logger } from '#platform/log/logger'
import { privacyRequestFulfilled } from '../events.ts'
import { erasedMail, exportReadyMail, optedOutMail } from '../mails/privacy-mails.ts'
import type { MailPolicyDeps } from './mail-policy-deps.ts'

/**
 * Notifies a person by mail that their privacy request is fulfilled. Of somebody who was erased nothing is left but this
 * mail: when it cannot be delivered it is given up and their request says so, because a failed job would keep them.
 */
export function mailPersonWhenPrivacyRequestWasFulfilled(
  deps: MailPolicyDeps & {
    readonly logger: Logger
    /** Notes with a request that nobody could be told of its end. */
    readonly noteUndelivered: (reference: string) => Promise<void>
  },
): void {
  const { events, mailer, links, logger, noteUndelivered } = deps
  events.subscribe(privacyRequestFulfilled, 'mail-person-when-privacy-request-was-fulfilled', {
    queue: 'mail',
    async handle({ reference, requestType, person: { email, ...name }, linkToken }, { jobId, isLast }) {
      const request = { reference, requestType, ...name }
      const mail =
        linkToken !== undefined
          ? exportReadyMail(request, email, links, linkToken)
          : requestType === 'delete'
            ? erasedMail(request, email)
            : optedOutMail(request, email)
      try {
        // Nothing else tells the person, and others may have used up what the address gets in an hour.
        if (!(await mailer.send(jobId, mail)))
          throw new DependencyUnavailable(
            'The answer to a privacy request was withheld: its address gets too many mails.',
          )
      } catch (error) {
        if (requestType !== 'delete' || !isLast(error)) throw error
        logger.error({ err: error, reference }, 'the mail about a deletion cannot be delivered and is given up')
        await noteUndelivered(reference)
      }
    },
  })
}
