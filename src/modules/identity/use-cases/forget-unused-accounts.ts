import { yearsBefore, type Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { personOf } from '../domain/user.ts'
import { accountEndAnnounced } from '../events.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import type { OwnPersonalData } from './personal-data.ts'

export type ForgetUnusedAccounts = (input: object, context: { readonly signal: AbortSignal }) => Promise<void>

/** Account data is kept for 7 years (specification 2, section 9), counted from the last sign-in. */
const KEPT_YEARS = 7
/** An account ends that long after its customer was told, also when nobody could tell them in time. */
const NOTICE_MS = 30 * 86_400_000
const BATCH = 50

/**
 * Tells customers that have not signed in for nearly 7 years that their account ends, and deletes the accounts of those
 * who were told 30 days ago and did not come: profile, addresses, cart, wishlist and sessions. Orders, messages and alerts
 * have times of their own. A repetition tells nobody twice.
 */
export function createForgetUnusedAccounts(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'forget'>
  readonly clock: Clock
  readonly users: UserRepository
  readonly own: OwnPersonalData
}): ForgetUnusedAccounts {
  const { database, events, jobs, clock, users, own } = deps

  return async function forgetUnusedAccounts(_input, { signal }) {
    const now = clock.now()
    const endBefore = yearsBefore(now, KEPT_YEARS)
    const announceBefore = new Date(endBefore.getTime() + NOTICE_MS)
    const toldBefore = new Date(now.getTime() - NOTICE_MS)
    const endsAt = new Date(now.getTime() + NOTICE_MS)

    for (;;) {
      signal.throwIfAborted()
      const ending = await users.listUnused(announceBefore, BATCH)
      if (ending.length === 0) break
      for (const { user, lastLoginAt } of ending) {
        await database.transaction(async (tx) => {
          if (!(await users.announceEnd(tx, user.id, announceBefore, now))) return
          const payload = { userId: user.id, customer: personOf(user), lastLoginAt, endsAt }
          await events.publish(tx, accountEndAnnounced, payload)
        })
      }
    }

    for (;;) {
      signal.throwIfAborted()
      const ended = await users.listEnded(endBefore, toldBefore, BATCH)
      if (ended.length === 0) break
      for (const { id, email } of ended) {
        // Whoever signed in meanwhile keeps the account.
        await database.transaction(async (tx) => {
          if (await users.deleteEnded(tx, id, endBefore)) await own.erase(tx, { email, customerId: id })
        })
        await jobs.forget([id])
      }
    }
  }
}
