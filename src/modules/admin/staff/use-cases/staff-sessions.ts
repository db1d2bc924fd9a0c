import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { PasswordHasher } from '#platform/passwords'
import { OWNER } from '../domain/staff-person.ts'
import { newStaffSession, sessionIdOf } from '../domain/staff-session.ts'
import { WrongStaffPassword } from '../errors.ts'
import type { AuditLog } from '../../audit/audit.api.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'
import type { StaffSessions } from '../staff.api.ts'

/**
 * The gate of the back office (specification 2, sections 4 and 8). Only a hash of the password is kept, and a wrong
 * password takes the same time whatever it has in common with the right one.
 */
export function createStaffSessions(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: StaffSessionRepository
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly password: string
}): StaffSessions {
  const { database, clock, sessions, audit, passwords } = deps
  const passwordHash = passwords.hash(deps.password)
  const idOf = (token: string) => sessionIdOf(token, deps.password)
  // A failure is thrown at the first attempt to sign in; until then nothing awaits the hash.
  passwordHash.catch(() => {})

  return {
    async openSession({ password, address }) {
      if (!(await passwords.matches(password, await passwordHash))) {
        await audit.record(null, { action: 'session.refused', subject: null, by: { person: null, address } })
        throw new WrongStaffPassword()
      }
      const { session, token } = newStaffSession(OWNER, clock.now(), deps.password)
      await database.transaction(async (tx) => {
        await sessions.insert(tx, session)
        await audit.record(tx, { action: 'session.opened', subject: null, by: { person: OWNER, address } })
      })
      return { token, expiresAt: session.expiresAt }
    },

    async findSession(token) {
      const session = await sessions.find(idOf(token))
      return session !== null && session.expiresAt > clock.now() ? session : null
    },

    async closeSession({ token, address }) {
      await database.transaction(async (tx) => {
        if (await sessions.delete(tx, idOf(token)))
          await audit.record(tx, { action: 'session.closed', subject: null, by: { person: OWNER, address } })
      })
    },

    async closeAllSessions(by) {
      await database.transaction(async (tx) => {
        const closed = await sessions.deleteAll(tx)
        const changes = [{ field: 'open sessions', before: String(closed), after: '0' }]
        await audit.record(tx, { action: 'session.all-closed', subject: null, by, changes })
      })
    },
  }
}
