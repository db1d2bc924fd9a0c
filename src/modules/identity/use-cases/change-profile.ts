import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/passwords'
import { newEmailChange } from '../domain/email-change.ts'
import { mayChoosePassword } from '../domain/session.ts'
import { normalizedEmail, personOf, type Profile, type User } from '../domain/user.ts'
import { CurrentPasswordNeeded, CurrentPasswordWrong, CustomerGone } from '../errors.ts'
import { emailChangeRequested, newEmailProofRequested } from '../events.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export interface ProfileChange {
  readonly customerId: string
  /** The session that asks. */
  readonly sessionId: string
  readonly profile: Profile
  /** Needed for another email address, unless a code opened the session a moment ago. */
  readonly currentPassword: string | null
  /** Called when another address is about to be written to; what it throws refuses the change. */
  readonly beforeMails?: () => Promise<void>
}

export type ChangeProfile = (change: ProfileChange) => Promise<User>

/**
 * Changes a customer's name and phone (specification 2, section 5). Another email address does not count before it is
 * proved: until then the old one stays. Whether the new one is free is found out when the mail is sent, so that the
 * answer does not reveal who is a customer.
 * @throws CurrentPasswordNeeded @throws CurrentPasswordWrong @throws CustomerGone @throws TooBusy
 */
export function createChangeProfile(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: UserRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly passwords: PasswordHasher
}): ChangeProfile {
  const { database, clock, events, users, sessions, emailChanges, passwords } = deps

  async function checkRight({ customerId, sessionId, currentPassword }: ProfileChange): Promise<void> {
    const session = await sessions.find(sessionId)
    if (session !== null && mayChoosePassword(session, clock.now())) return
    if (currentPassword === null) throw new CurrentPasswordNeeded()
    if (!(await passwords.matches(currentPassword, await users.findPasswordHash(customerId))))
      throw new CurrentPasswordWrong()
  }

  return async function changeProfile(wanted) {
    const { customerId, sessionId, profile } = wanted
    const newEmail = normalizedEmail(profile.email)
    const known = await users.find(customerId)
    if (known === null) throw new CustomerGone()
    if (known.email !== newEmail) {
      await checkRight(wanted)
      await wanted.beforeMails?.()
    }

    return database.transaction(async (tx) => {
      const customer = await users.find(customerId, tx)
      if (customer === null) throw new CustomerGone()
      const now = clock.now()
      await users.saveProfile(tx, customerId, profile, now)
      if (known.email !== newEmail && customer.email !== newEmail) {
        const { change, proofToken, undoToken } = newEmailChange(customer, newEmail, sessionId, now)
        await emailChanges.begin(tx, change)
        await events.publish(tx, emailChangeRequested, { userId: customerId, customer: personOf(customer), undoToken })
        await events.publish(tx, newEmailProofRequested, {
          userId: customerId,
          newEmail,
          linkToken: proofToken,
        })
      }
      const { firstName, lastName, phone } = profile
      return { ...customer, firstName, lastName, phone }
    })
  }
}
