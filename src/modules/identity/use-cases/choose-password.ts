import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/passwords'
import { mayChoosePassword } from '../domain/session.ts'
import { personOf, type User } from '../domain/user.ts'
import { CodeNeeded } from '../errors.ts'
import { passwordChanged } from '../events.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import { checkNewPassword } from './check-new-password.ts'

export type ChoosePassword = (choice: {
  readonly customer: User
  /** The session that a code opened. It stays; all others are worth nothing when this answers. */
  readonly sessionId: string
  readonly newPassword: string
}) => Promise<void>

/**
 * Gives a customer a new password without the old one, once in a session that a code opened less than 15 minutes ago.
 * @throws CodeNeeded @throws PasswordTooCommon @throws TooBusy
 */
export function createChoosePassword(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: UserRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly passwords: PasswordHasher
}): ChoosePassword {
  const { database, clock, events, users, sessions, emailChanges, passwords } = deps

  return async function choosePassword({ customer, sessionId, newPassword }) {
    const session = await sessions.find(sessionId)
    if (session === null || !mayChoosePassword(session, clock.now())) throw new CodeNeeded()
    checkNewPassword(newPassword, customer, 'newPassword')
    const hash = await passwords.hash(newPassword)

    await database.transaction(async (tx) => {
      if (!(await sessions.endPasswordChoice(tx, sessionId, clock.now()))) throw new CodeNeeded()
      await users.setPassword(tx, customer.id, hash, clock.now())
      await sessions.deleteOthers(tx, customer.id, sessionId)
      // Somebody who knew the old password may have asked for an address of theirs.
      await emailChanges.cancelOpen(tx, customer.id, sessionId)
      await events.publish(tx, passwordChanged, { userId: customer.id, customer: personOf(customer) })
    })
  }
}
