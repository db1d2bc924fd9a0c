import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from './mail.ts'

const SendMail = z.object({
  to: z.object({ name: z.string().max(200), address: z.email().max(254) }),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(100_000),
  html: z.string().max(500_000).optional(),
  /** Whether it advertises. What is about somebody's own orders, account or requests does not. */
  isMarketing: z.boolean().optional(),
})

/** Sends one mail. Whoever enqueues it declares it (`jobs.declare(sendMail)`). */
export const sendMail = defineJob({ name: 'send-mail', queue: 'mail', schema: SendMail })

const REMEMBERED = 1000

/**
 * Registers the handler of `sendMail`. A mail that the server took is not sent again by this process, even when that
 * could not be written down; after a crash in just that moment it goes out twice under the same message id.
 * @param refusesMarketing whether an address wants no advertising; asked when a mail is about to go out, however long ago
 * it was written
 */
export function handleSendMail(
  jobs: Pick<Jobs, 'handle'>,
  mail: Mail,
  refusesMarketing: (address: string) => Promise<boolean>,
): void {
  const taken = new Set<string>()
  jobs.handle(sendMail, async ({ isMarketing = false, ...payload }, { jobId }) => {
    if (taken.has(jobId)) return
    if (isMarketing && (await refusesMarketing(payload.to.address))) return
    await mail.send({ id: jobId, ...payload })
    taken.add(jobId)
    for (const oldest of taken) {
      if (taken.size <= REMEMBERED) break
      taken.delete(oldest)
    }
  })
}
