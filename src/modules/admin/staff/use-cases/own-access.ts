import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import type { AuditLog } from '../../audit/audit.api.ts'
import { staffAccessChanged, staffSecurityChanged } from '../../events.ts'
import { newRecoveryCodes } from '../domain/recovery-codes.ts'
import { passkeyKeyOf } from '../domain/passkey.ts'
import type { StaffAccount } from '../domain/staff-account.ts'
import { sessionKeyOf } from '../domain/staff-session.ts'
import { CurrentStaffPasswordWrong, StaffSessionNotFound } from '../errors.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'
import type { OwnAccess } from '../staff.api.ts'
import { personIdOf, type ProveAgain } from './prove-again.ts'

/** Refuses a new password that guessers would try early. @throws PasswordTooCommon */
export type CheckStaffPassword = (
  password: string,
  person: Pick<StaffAccount, 'name' | 'email'>,
  field: 'password' | 'newPassword',
) => void

/** What signed-in staff see and change of their own access. */
export function createOwnAccess(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly accounts: Pick<StaffAccountRepository, 'find' | 'set' | 'savePassword'>
  readonly sessions: StaffSessionRepository
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly checkPassword: CheckStaffPassword
  readonly proveAgain: ProveAgain
}): OwnAccess {
  const { database, clock, events, accounts, sessions, audit, passwords, checkPassword, proveAgain } = deps

  return {
    async find(session) {
      const personId = personIdOf(session)
      const account = personId === null ? null : await accounts.find(personId)
      const open = await sessions.listOf(personId, clock.now())
      return {
        person: session.person,
        email: account?.email ?? null,
        recoveryCodesLeft: account?.credentials?.recoveryDigests.length ?? null,
        passkeys:
          account?.credentials?.passkeys.map((passkey) => ({
            key: passkeyKeyOf(passkey),
            name: passkey.name,
            addedAt: passkey.addedAt,
            lastUsedAt: passkey.lastUsedAt,
          })) ?? null,
        sessions: open
          .map((each) => ({
            key: sessionKeyOf(each),
            device: each.device,
            openedAt: each.openedAt,
            lastSeenAt: each.lastSeenAt,
            isCurrent: each.id === session.id,
          }))
          .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
      }
    },

    async changePassword(session, { currentPassword, newPassword }, by) {
      const { account, credentials } = await proveAgain(session, currentPassword)
      checkPassword(newPassword, account, 'newPassword')
      const hash = await passwords.hash(newPassword)
      await database.transaction(async (tx) => {
        // Of two changes at once, the second was made with a password that does not count any more.
        if (!(await accounts.savePassword(tx, account.id, { old: credentials.passwordHash, new: hash })))
          throw new CurrentStaffPasswordWrong()
        await sessions.deleteOf(tx, account.id, session.id)
        await events.publish(tx, staffAccessChanged, { personId: account.id })
        await events.publish(tx, staffSecurityChanged, { personId: account.id, change: 'password' })
        await audit.record(tx, { action: 'staff.password-changed', subject: `staff ${account.name}`, by })
      })
    },

    async renewRecoveryCodes(session, currentPassword, by) {
      const { account, credentials } = await proveAgain(session, currentPassword)
      const { codes, digests } = newRecoveryCodes()
      await database.transaction(async (tx) => {
        const current = await accounts.find(account.id, tx)
        if (current?.credentials?.passwordHash !== credentials.passwordHash) throw new CurrentStaffPasswordWrong()
        await accounts.set(tx, account.id, { credentials: { ...current.credentials, recoveryDigests: digests } })
        await events.publish(tx, staffSecurityChanged, { personId: account.id, change: 'recovery-codes' })
        await audit.record(tx, { action: 'staff.recovery-codes-renewed', subject: `staff ${account.name}`, by })
      })
      return codes
    },

    async endSession(session, key, by) {
      const open = await sessions.listOf(personIdOf(session), clock.now())
      const ended = open.find((each) => sessionKeyOf(each) === key)
      if (ended === undefined) throw new StaffSessionNotFound()
      await database.transaction(async (tx) => {
        // Somebody may have ended it at the same time.
        if (!(await sessions.delete(tx, ended.id))) throw new StaffSessionNotFound()
        await events.publish(tx, staffAccessChanged, { personId: session.person.id })
        await audit.record(tx, { action: 'session.closed', subject: ended.device, by })
      })
    },

    async endOtherSessions(session, by) {
      await database.transaction(async (tx) => {
        const closed = await sessions.deleteOf(tx, personIdOf(session), session.id)
        await events.publish(tx, staffAccessChanged, { personId: session.person.id })
        const changes = [{ field: 'open sessions', before: String(closed + 1), after: '1' }]
        await audit.record(tx, { action: 'session.others-closed', subject: null, by, changes })
      })
    },
  }
}
