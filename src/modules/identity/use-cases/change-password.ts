import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/passwords'
import { personOf, type User } from '../domain/user.ts'
import { CurrentPasswordWrong, PasswordUnchanged } from '../errors.ts'
import { passwordChanged } from '../events.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import { checkNewPassword } from './check-new-password.ts'

export interface PasswordChange {
  readonly customer: User
  /** The session that stays; all others are worth nothing when this answers. */
  readonly sessionId: string
  readonly currentPassword: string
  readonly newPassword: string
}

export type ChangePassword = (change: PasswordChange) => Promise<void>

/**
 * Changes a customer's password, and ends their other sessions, in one transaction.
 * @throws CurrentPasswordWrong @throws PasswordUnchanged @throws PasswordTooCommon @throws TooBusy
 */
export function createChangePassword(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: UserRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly passwords: PasswordHasher
}): ChangePassword {
  const { database, clock, events, users, sessions, emailChanges, passwords } = deps

  return async function changePassword({ customer, sessionId, currentPassword, newPassword }) {
    const old = await users.findPasswordHash(customer.id)
    if (!(await passwords.matches(currentPassword, old)) || old === null) throw new CurrentPasswordWrong()
    if (newPassword === currentPassword) throw new PasswordUnchanged()
    checkNewPassword(newPassword, customer, 'newPassword')
    const hash = await passwords.hash(newPassword)

    await database.transaction(async (tx) => {
      // Of two changes at once, the second was made with a password that does not count any more.
      if (!(await users.savePassword(tx, customer.id, { old, new: hash }, clock.now())))
        throw new CurrentPasswordWrong()
      await sessions.deleteOthers(tx, customer.id, sessionId)
      // Somebody who knew the old password may have asked for an address of theirs.
      await emailChanges.cancelOpen(tx, customer.id, sessionId)
      await events.publish(tx, passwordChanged, { userId: customer.id, customer: personOf(customer) })
    })
  }
}
