import { z } from 'zod'
import { DependencyUnavailable, JobCannotSucceed } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import { plainName } from './letter.ts'
import type { Mail, MailMessage } from './mail.ts'
import type { MailBudget, Standing } from './mail-budget.ts'

const Written = z.object({ text: z.string().min(1).max(100_000), html: z.string().max(500_000) })

export const OutgoingMail = z.object({
  to: z.object({ name: z.string().max(200), address: z.email().max(254) }),
  subject: z.string().min(1).max(300),
  ...Written.partial({ html: true }).shape,
  /** The form with the customer's name and words. It goes to their own, proved address only. */
  personal: Written.optional(),
  /** The number of the customer whose act is the cause of the mail. */
  onBehalfOf: z.string().max(64).optional(),
  /** The recipient has just proved to read this address, whatever the accounts say: by a link in an earlier mail. */
  isRecipientProved: z.boolean().optional(),
  /** Whether it is advertising. Mails about a customer's own orders, account or requests are not. */
  isMarketing: z.boolean().optional(),
  /**
   * Whether the recipient must learn of it, also where somebody has used up what the address gets in an hour: a warning
   * about their account, or a decision against them. Sooner or later it goes to an address that somebody has proved.
   */
  mustArrive: z.boolean().optional(),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

/** Sends the mails of jobs. Every mail of the shop goes through it. */
export interface Mailer {
  /**
   * Sends the one mail of a job. A mail that the server accepted is not sent again by this process, even when the
   * result could not be stored; after a crash at that moment it is sent twice with the same message id. A process that
   * stood still until another one runs the job leaves the mail to that one.
   *
   * Nobody can have the shop write in their own words, or often, to an address that they have not proved: only a
   * customer's own, proved address gets their name and words, and a mail beyond the budget is not sent, which is
   * logged.
   * @param known what is known of the recipient where it was read a moment ago; else it is asked for
   * @returns false when it was not sent, because the address gets too many mails or wants no advertising
   * @throws JobCannotSucceed when the mail does not fit, DependencyUnavailable when one that must arrive was withheld, its
   * recipient is being erased, or the server takes long over another one to the same address, JobLost when it is another
   * process's by now, Error when the server did not accept it
   */
  send(jobId: string, mail: OutgoingMail, known?: Standing | null): Promise<boolean>
}

const REMEMBERED = 1000
/** A mail that takes longer has its recipient's others put off, so that one of them holds no more than one place. */
const LONG_MS = 10_000

/**
 * @param deps.isHeld whether this process, and no other, runs the job: asked before the server gets the end of a mail
 * @param deps.refusesMarketing whether an address wants no advertising; asked when a mail is about to go out, however
 * long ago it was written
 * @param deps.accountOf what stands for an address in the log
 * @param deps.standingOf what is known of an address; `customerId` is the cause of the mail
 * @param deps.now a time in ms that never goes back (default the process's own)
 */
export function createMailer(deps: {
  readonly mail: Mail
  readonly budget: Pick<MailBudget, 'allows'>
  readonly logger: Logger
  readonly isHeld: (jobId: string) => boolean
  readonly refusesMarketing: (address: string) => Promise<boolean>
  readonly accountOf: (address: string) => string
  readonly standingOf: (address: string, customerId: string | null) => Promise<Standing>
  readonly now?: () => number
}): Mailer {
  const { mail, budget, logger, isHeld, refusesMarketing, accountOf, standingOf } = deps
  const { now = () => performance.now() } = deps
  const sent = new Set<string>()
  /** By job: one that was lost may be claimed here again while its mail is still on the way. */
  const underWay = new Map<string, Promise<boolean>>()
  /** By recipient: since when the server has each mail that it has not answered. */
  const atServer = new Map<string, Set<{ readonly since: number }>>()

  function remember(jobId: string): void {
    sent.add(jobId)
    for (const oldest of sent) {
      if (sent.size <= REMEMBERED) break
      sent.delete(oldest)
    }
  }

  /**
   * Hands a mail to the server. One that takes its time over a recipient, because their own server does, would have each
   * mail to them take up a place for minutes, and those to everybody else wait.
   */
  async function handOver(message: MailMessage): Promise<void> {
    const recipient = message.to.address.toLowerCase()
    const others = atServer.get(recipient) ?? new Set()
    const own = { since: now() }
    for (const { since } of others)
      if (own.since - since > LONG_MS)
        throw new DependencyUnavailable('A mail waits: the server takes long over another one to the same address.')
    atServer.set(recipient, others.add(own))
    try {
      await mail.send(message)
    } finally {
      others.delete(own)
      if (others.size === 0) atServer.delete(recipient)
    }
  }

  async function findStanding({ to, onBehalfOf, isRecipientProved = false }: OutgoingMail): Promise<Standing> {
    const standing = await standingOf(to.address, onBehalfOf ?? null)
    return standing === 'unproved' && isRecipientProved ? 'proved' : standing
  }

  async function sendOnce(jobId: string, outgoing: OutgoingMail, known: Standing | null): Promise<boolean> {
    const parsed = OutgoingMail.safeParse(outgoing)
    if (!parsed.success) throw new JobCannotSucceed(`The mail does not fit: ${parsed.error.message}`)
    const {
      to,
      subject,
      text,
      html,
      personal,
      onBehalfOf = null,
      isMarketing = false,
      mustArrive = false,
    } = parsed.data
    if (isMarketing && (await refusesMarketing(to.address))) return false
    const standing = known ?? (await findStanding(parsed.data))
    // With them goes what would be sent.
    if (standing === 'leaving') throw new DependencyUnavailable('A mail waits: its recipient is being erased.')
    const request = { jobId, address: to.address, standing, customerId: onBehalfOf, mustArrive }
    if (!(await budget.allows(request))) {
      logger.warn(
        { account: accountOf(to.address), userId: onBehalfOf ?? undefined, subject, standing },
        'a mail was not sent: too many in an hour',
      )
      // Nobody is known to read an address that is not proved, and anybody could have it get mails for days.
      if (mustArrive && standing !== 'unproved')
        throw new DependencyUnavailable('A warning was withheld: its address gets too many mails within the hour.')
      return false
    }
    const isOwn = standing === 'own' || standing === 'staff'
    await handOver({
      id: jobId,
      to: { name: isOwn ? plainName(to.name) : '', address: to.address },
      subject,
      ...((isOwn ? personal : undefined) ?? { text, html }),
      isHeld: () => isHeld(jobId),
    })
    remember(jobId)
    return true
  }

  return {
    async send(jobId, outgoing, known = null) {
      if (sent.has(jobId)) return true
      const sending = underWay.get(jobId) ?? sendOnce(jobId, outgoing, known).finally(() => underWay.delete(jobId))
      underWay.set(jobId, sending)
      return sending
    },
  }
}
