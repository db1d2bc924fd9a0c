import { yearsBefore, type Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { DAY_MS } from '#platform/time/durations'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { personOf } from '../domain/user.ts'
import { accountEndAnnounced } from '../events.ts'
import type { UnusedAccount, UnusedAccountRepository } from '../persistence/unused-account.repository.ts'
import type { OwnPersonalData } from './personal-data.ts'

export type EraseUnusedAccounts = (input: object, context: { readonly signal: AbortSignal }) => Promise<void>

/** Account data is kept for 7 years (specification 2, section 9), counted from the last sign-in. */
const KEPT_YEARS = 7
/** An account ends that long after its customer was told, also when nobody could tell them in time. */
const NOTICE_MS = 30 * DAY_MS

/**
 * Tells customers that have not signed in for nearly 7 years that their account ends, and deletes the accounts of those
 * who were told 30 days ago and did not come: profile, addresses, cart, wishlist and sessions. Orders, messages and
 * alerts have times of their own. A repetition tells nobody twice.
 */
export function createEraseUnusedAccounts(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'erase'>
  readonly clock: Clock
  readonly unusedAccounts: UnusedAccountRepository
  readonly own: OwnPersonalData
}): EraseUnusedAccounts {
  const { database, events, jobs, clock, unusedAccounts, own } = deps

  async function announce(account: UnusedAccount, now: Date): Promise<void> {
    const endsAt = new Date(now.getTime() + NOTICE_MS)
    await database.transaction(async (tx) => {
      const user = await unusedAccounts.announceEnd(tx, account, now)
      if (user === null) return
      const payload = { userId: user.id, customer: personOf(user), lastLoginAt: account.usedAt, endsAt }
      await events.publish(tx, accountEndAnnounced, payload)
    })
  }

  async function end(account: UnusedAccount): Promise<void> {
    const isEnded = await database.transaction(async (tx) => {
      // A customer who signed in meanwhile keeps the account.
      const user = await unusedAccounts.deleteEnded(tx, account)
      if (user !== null) await own.erase(tx, { email: user.email, customerId: user.id })
      return user !== null
    })
    if (isEnded) await jobs.erase([account.id])
  }

  return async function eraseUnusedAccounts(_input, { signal }) {
    const now = clock.now()
    const endBefore = yearsBefore(now, KEPT_YEARS)
    const announceBefore = new Date(endBefore.getTime() + NOTICE_MS)
    const announcedBefore = new Date(now.getTime() - NOTICE_MS)
    for await (const account of unusedAccounts.list(announceBefore)) {
      signal.throwIfAborted()
      const { endAnnouncedAt, usedAt } = account
      if (endAnnouncedAt === null) await announce(account, now)
      else if (usedAt < endBefore && endAnnouncedAt <= announcedBefore) await end(account)
    }
  }
}
