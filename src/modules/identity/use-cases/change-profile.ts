import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import { newEmailChange } from '../domain/email-change.ts'
import { mayChoosePassword } from '../domain/session.ts'
import { normalizedEmail, personOf, type Profile, type User } from '../domain/user.ts'
import { CurrentPasswordNeeded, CurrentPasswordWrong, CustomerGone } from '../errors.ts'
import { emailChangeRequested, newEmailProofRequested } from '../events.ts'
import type { AnsweredLinkRepository } from '../persistence/answered-link.repository.ts'
import type { CredentialsRepository } from '../persistence/credentials.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A customer's profile as it is to be, and what proves that the customer asks for it. */
export interface ProfileChange {
  readonly customerId: string
  /** The session that asks. */
  readonly sessionId: string
  readonly profile: Profile
  /** Needed for another email address, unless a code opened the session a moment ago. */
  readonly currentPassword: string | null
  /** Runs the check of the password where another address takes one, so that the caller can limit the tries. */
  readonly limitTries?: <Result>(check: () => Promise<Result>) => Promise<Result>
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
  readonly users: Pick<UserRepository, 'find' | 'lock' | 'saveProfile'>
  readonly credentials: Pick<CredentialsRepository, 'findPasswordHash'>
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly answeredLinks: AnsweredLinkRepository
  readonly passwords: PasswordHasher
}): ChangeProfile {
  const { database, clock, events, users, credentials, sessions, emailChanges, answeredLinks, passwords } = deps

  async function checkPassword(customerId: string, password: string): Promise<string> {
    const hash = await credentials.findPasswordHash(customerId)
    if (!(await passwords.matches(password, hash)) || hash === null) throw new CurrentPasswordWrong()
    return hash
  }

  /** Resolves to the password hash that was checked; undefined when a code opened the session a moment ago. */
  async function checkRight(change: ProfileChange): Promise<string | undefined> {
    const { customerId, sessionId, currentPassword, limitTries = (check) => check() } = change
    const session = await sessions.find(sessionId)
    if (session !== null && mayChoosePassword(session, clock.now())) return undefined
    if (currentPassword === null) throw new CurrentPasswordNeeded()
    return limitTries(() => checkPassword(customerId, currentPassword))
  }

  /** Checks that what allowed the change still does: the owner may have changed the password or ended the session. */
  async function recheckRight(
    tx: Transaction,
    { customerId, sessionId }: ProfileChange,
    checkedHash: string | undefined,
  ): Promise<void> {
    if (!(await users.lock(tx, customerId, checkedHash))) throw new CurrentPasswordWrong()
    const session = await sessions.find(sessionId, tx)
    if (session === null) throw new CustomerGone()
    if (checkedHash === undefined && !mayChoosePassword(session, clock.now())) throw new CurrentPasswordNeeded()
  }

  return async function changeProfile(wanted) {
    const { customerId, sessionId, profile } = wanted
    const newEmail = normalizedEmail(profile.email)
    const known = await users.find(customerId)
    if (known === null) throw new CustomerGone()
    const isOther = known.email !== newEmail
    const checkedHash = isOther ? await checkRight(wanted) : undefined
    if (isOther) await wanted.beforeMails?.()

    return database.transaction(async (tx) => {
      const customer = await users.find(customerId, tx)
      if (customer === null) throw new CustomerGone()
      if (isOther) await recheckRight(tx, wanted, checkedHash)
      const now = clock.now()
      await users.saveProfile(tx, customerId, profile, now)
      if (isOther && customer.email !== newEmail) {
        const { change, proofToken, undoToken } = newEmailChange(customer, newEmail, sessionId, now)
        await emailChanges.begin(tx, change)
        await answeredLinks.forget(tx, customerId)
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
