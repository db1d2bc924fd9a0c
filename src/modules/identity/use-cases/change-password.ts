import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import { mayChoosePassword } from '../domain/session.ts'
import { personOf, type User } from '../domain/user.ts'
import { CodeNeeded, CurrentPasswordWrong, PasswordUnchanged } from '../errors.ts'
import { passwordChanged } from '../events.ts'
import type { CredentialsRepository } from '../persistence/credentials.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import { checkNewPassword } from './check-new-password.ts'

interface PasswordChange {
  readonly customer: User
  /** The session that stays; all others are worth nothing when this answers. */
  readonly sessionId: string
  readonly newPassword: string
}

/** A customer's new password. It ends their other sessions, in the same transaction. */
export interface ChangePassword {
  /** @throws CurrentPasswordWrong @throws PasswordUnchanged @throws PasswordTooCommon @throws TooBusy */
  changePassword(change: PasswordChange & { readonly currentPassword: string }): Promise<void>
  /**
   * Without the old password, once in a session that a code opened less than 15 minutes ago.
   * @throws CodeNeeded @throws PasswordTooCommon @throws TooBusy
   */
  choosePassword(change: PasswordChange): Promise<void>
}

export function createChangePassword(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly credentials: CredentialsRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly passwords: PasswordHasher
}): ChangePassword {
  const { database, clock, events, credentials, sessions, emailChanges, passwords } = deps

  /** Takes from others what they may have by the old password, and has the customer told. */
  async function endOldPassword(tx: Transaction, { customer, sessionId }: PasswordChange): Promise<void> {
    await sessions.deleteOthers(tx, customer.id, sessionId)
    // Somebody who knew the old password may have asked for an address of theirs.
    await emailChanges.cancelOpen(tx, customer.id, sessionId)
    await events.publish(tx, passwordChanged, { userId: customer.id, customer: personOf(customer) })
  }

  return {
    async changePassword(change) {
      const { customer, currentPassword, newPassword } = change
      const old = await credentials.findPasswordHash(customer.id)
      if (!(await passwords.matches(currentPassword, old)) || old === null) throw new CurrentPasswordWrong()
      if (newPassword === currentPassword) throw new PasswordUnchanged()
      checkNewPassword(newPassword, customer, 'newPassword')
      const hash = await passwords.hash(newPassword)

      await database.transaction(async (tx) => {
        // Of two changes at once, the second was made with a password that does not count any more.
        if (!(await credentials.savePassword(tx, customer.id, { old, new: hash }, clock.now())))
          throw new CurrentPasswordWrong()
        await endOldPassword(tx, change)
      })
    },

    async choosePassword(change) {
      const { customer, sessionId, newPassword } = change
      const session = await sessions.find(sessionId)
      if (session === null || !mayChoosePassword(session, clock.now())) throw new CodeNeeded()
      checkNewPassword(newPassword, customer, 'newPassword')
      const hash = await passwords.hash(newPassword)

      await database.transaction(async (tx) => {
        if (!(await sessions.endPasswordChoice(tx, sessionId, clock.now()))) throw new CodeNeeded()
        await credentials.setPassword(tx, customer.id, hash, clock.now())
        await endOldPassword(tx, change)
      })
    },
  }
}
