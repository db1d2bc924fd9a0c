import { createHmac, hkdfSync } from 'node:crypto'
import { HOUR_MS } from '../time/durations.ts'
import type { Clock } from '../time/clock.ts'
import type { Database } from '../database/database.ts'
import { isDuplicateKey } from '../database/duplicate-key.ts'
import { SOON_DURABLE } from '../database/soon-durable.ts'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { FullMailboxes } from './full-mailboxes.ts'
import { createWithheldMails } from './withheld-mails.ts'

/**
 * What the shop knows of a mail's recipient. `staff`: the shop itself. `own`: the proved address of the customer who is
 * the cause of the mail. `proved`: somebody has proved to read it. `unproved`: anybody may have typed it. `leaving`: what
 * the shop has of them is being erased.
 */
export type Standing = 'staff' | 'own' | 'proved' | 'unproved' | 'leaving'

/** How many mails an address gets in an hour. */
const PER_RECIPIENT: Readonly<Record<Exclude<Standing, 'staff' | 'leaving'>, number>> = {
  own: 200,
  proved: 30,
  unproved: 5,
}
/** How many mails one customer causes in an hour to addresses that are not their own. */
const PER_CUSTOMER = 20
/** Longer than a mail waits for its server: a mail that was allowed stays allowed. */
const PERMITS_ARE_KEPT_MS = 72 * HOUR_MS
/** After this time no process takes a permit back that it has written. */
const SETTLED_MS = 10_000

export interface MailRequest {
  /** The number of the mail's job: the same at every try. */
  readonly jobId: string
  readonly address: string
  readonly standing: Exclude<Standing, 'leaving'>
  /** The customer who caused it. */
  readonly customerId: string | null
  /** Whether it is asked for again until it may go out; when it does, it no longer counts as held back. */
  readonly mustArrive?: boolean
}

/**
 * How many mails anybody may cause. Counted in the database, for all processes together and over restarts. A crash of the
 * database may forget the last mails that were counted, so nobody waits for its disk.
 */
export interface MailBudget {
  /** Whether a mail may go out. The answer stays "yes" for a mail that got it once, however often it is tried. */
  allows(request: MailRequest): Promise<boolean>
  /** How many mails did not get one within the last 24 hours. */
  countWithheld(): Promise<number>
}

/** A mail that may go out. It names nobody: recipient and customer are digests that are worth nothing without the key. */
interface PermitRow {
  _id: string
  recipient: string
  /** Null when the mail goes to the customer's own address, or nobody knows who caused it. */
  customer: string | null
  at: Date
  expiresAt: Date
}

/** The same for all spellings of one mailbox: case and what follows a plus sign make no other recipient. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [mailbox = ''] = address.slice(0, at).split('+')
  return `${mailbox}${address.slice(at)}`.toLowerCase()
}

/** @param deps.secret the secret of the shop; the key of the digests is derived from it */
export function createMailBudget({
  database,
  clock,
  secret,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly secret: string
}): MailBudget {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'superprinter mail budget', 32))
  const digestOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const permits = database.collection<PermitRow>('mail_permits', [
    { key: { recipient: 1, at: 1 } },
    { key: { customer: 1, at: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  const withheld = createWithheldMails(database)
  const fullMailboxes = new FullMailboxes()
  const withMailbox = createKeyedMutex()

  async function isWithin(max: number, which: Partial<PermitRow>, now: Date): Promise<boolean> {
    // What was allowed while a clock was ahead must not count until the time that it showed.
    const hour = { $gt: new Date(now.getTime() - HOUR_MS), $lt: new Date(now.getTime() + HOUR_MS) }
    return (await permits.countDocuments({ ...which, at: hour }, { limit: max + 1 })) <= max
  }

  /**
   * Writes the permit first and counts it, so that several processes never exceed a limit.
   * @returns false for one too many, which is to be taken back
   */
  async function isTakenWithin(max: number, permit: PermitRow): Promise<boolean> {
    const { recipient, customer, at } = permit
    try {
      await permits.insertOne(permit, SOON_DURABLE)
    } catch (error) {
      if (isDuplicateKey(error)) return true
      throw error
    }
    if (!(await isWithin(max, { recipient }, at))) return false
    return customer === null || isWithin(PER_CUSTOMER, { customer }, at)
  }

  /** Remembers an address for which one mail too many was asked for, if nothing can make room before an hour has passed. */
  async function rememberFull(key: string, max: number, { recipient, at }: PermitRow): Promise<void> {
    const settled = { $gt: new Date(at.getTime() - HOUR_MS), $lt: new Date(at.getTime() - SETTLED_MS) }
    const options = { projection: { at: 1 }, sort: { at: 1 }, limit: max } as const
    const counted = await permits.find({ recipient, at: settled }, options).toArray()
    const [oldest] = counted
    if (oldest === undefined || counted.length < max) return
    fullMailboxes.remember(key, oldest.at.getTime() + HOUR_MS)
  }

  return {
    async allows({ jobId, address, standing, customerId, mustArrive = false }) {
      if (standing === 'staff') return true
      const at = clock.now()
      const recipient = digestOf(mailboxOf(address))
      const customer = standing === 'own' || customerId === null ? null : digestOf(customerId)
      const permit = { _id: jobId, recipient, customer, at, expiresAt: new Date(at.getTime() + PERMITS_ARE_KEPT_MS) }
      // One after the other, or several at once would all find each other's permit and none would go out.
      const keys = customer === null ? [recipient] : [recipient, customer]
      const [full, max] = [`${standing} ${recipient}`, PER_RECIPIENT[standing]]
      return withMailbox(keys, async () => {
        if (fullMailboxes.isFull(full, at.getTime())) {
          if ((await permits.findOne({ _id: jobId }, { projection: { _id: 1 } })) !== null) return true
          await withheld.note(jobId, at)
          return false
        }
        if (await isTakenWithin(max, permit)) {
          if (mustArrive) await withheld.forget(jobId)
          return true
        }
        await Promise.all([
          permits.deleteOne({ _id: jobId }, SOON_DURABLE),
          withheld.note(jobId, at),
          rememberFull(full, max, permit),
        ])
        return false
      })
    },
    countWithheld: () => withheld.count(clock.now()),
  }
}
