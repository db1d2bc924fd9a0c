import { z } from 'zod'
import { JobCannotSucceed } from '../jobs/jobs.ts'
import type { Mail } from './mail.ts'

export const OutgoingMail = z.object({
  to: z.object({ name: z.string().max(200), address: z.email().max(254) }),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(100_000),
  html: z.string().max(500_000).optional(),
  /** Whether it is advertising. Mails about a customer's own orders, account or requests are not. */
  isMarketing: z.boolean().optional(),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

/** Sends the mails of jobs. */
export interface Mailer {
  /**
   * Sends the one mail of a job. A mail that the server accepted is not sent again by this process, even when the
   * result could not be stored; after a crash at that moment it is sent twice with the same message id.
   * @throws JobCannotSucceed when the mail does not fit, Error when the server did not accept it
   */
  send(jobId: string, mail: OutgoingMail): Promise<void>
}

const REMEMBERED = 1000

/**
 * @param refusesMarketing whether an address wants no advertising; asked when a mail is about to go out, however long ago
 * it was written
 */
export function createMailer(mail: Mail, refusesMarketing: (address: string) => Promise<boolean>): Mailer {
  const sent = new Set<string>()
  return {
    async send(jobId, outgoing) {
      if (sent.has(jobId)) return
      const parsed = OutgoingMail.safeParse(outgoing)
      if (!parsed.success) throw new JobCannotSucceed(`The mail does not fit: ${parsed.error.message}`)
      const { isMarketing = false, ...message } = parsed.data
      if (isMarketing && (await refusesMarketing(message.to.address))) return
      await mail.send({ id: jobId, ...message })
      sent.add(jobId)
      for (const oldest of sent) {
        if (sent.size <= REMEMBERED) break
        sent.delete(oldest)
      }
    },
  }
}
