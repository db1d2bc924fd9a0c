import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { proofExpiryOf } from '../domain/email-proof.ts'
import { newLinkToken } from '../domain/link-token.ts'
import { normalizedEmail, personOf, type Profile, type User } from '../domain/user.ts'
import { CustomerGone, EmailNotAvailable } from '../errors.ts'
import { emailChanged } from '../events.ts'
import type { OptOutRepository } from '../persistence/opt-out.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export interface ProfileChange {
  readonly customerId: string
  /** The session that stays when the email address is another one. */
  readonly sessionId: string
  readonly profile: Profile
}

export type ChangeProfile = (change: ProfileChange) => Promise<User>

/**
 * Changes a customer's name, address and phone (specification 2, section 5). A new email address is to be proved, and
 * all other sessions end: somebody who holds one of them must not keep access. The unique
 * index decides which of two customers gets an address that both request at once.
 * @throws EmailNotAvailable when somebody else has the address @throws CustomerGone
 */
export function createChangeProfile(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: UserRepository
  readonly sessions: SessionRepository
  readonly optOuts: OptOutRepository
}): ChangeProfile {
  const { database, clock, events, users, sessions, optOuts } = deps

  return async function changeProfile({ customerId, sessionId, profile: requested }) {
    const profile = { ...requested, email: normalizedEmail(requested.email) }
    const owner = await users.findByEmail(profile.email)
    if (owner !== null && owner.id !== customerId) throw new EmailNotAvailable()
    return database.transaction(async (tx) => {
      const before = await users.find(customerId, tx)
      if (before === null) throw new CustomerGone()
      const isNewAddress = before.email !== profile.email
      const now = clock.now()
      const { token, digest } = newLinkToken()
      await users.saveProfile(
        tx,
        customerId,
        profile,
        isNewAddress ? { digest, expiresAt: proofExpiryOf(now) } : null,
        now,
      )
      const after: User = { ...before, ...profile, isEmailVerified: before.isEmailVerified && !isNewAddress }
      if (isNewAddress) {
        await sessions.deleteOthers(tx, customerId, sessionId)
        await optOuts.carryOver(tx, before.email, after.email)
        await events.publish(tx, emailChanged, {
          userId: customerId,
          before: personOf(before),
          after: personOf(after),
          linkToken: token,
        })
      }
      return after
    })
  }
}
