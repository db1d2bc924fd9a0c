import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { OutgoingMail, type Mailer } from './mailer.ts'

/** Sends one mail that is written already. A mail about an event is sent by the event's subscriber instead. */
export const sendMail = defineJob({ name: 'send-mail', queue: 'mail', schema: OutgoingMail })

/** Registers the handler of `sendMail`. */
export function handleSendMail(jobs: Pick<Jobs, 'handle'>, mailer: Mailer): void {
  jobs.handle(sendMail, async (mail, { jobId }) => {
    await mailer.send(jobId, mail)
  })
}
