import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { newStaffSession, sessionIdOf, type StaffSession } from '../domain/staff-session.ts'
import { WrongStaffPassword } from '../errors.ts'
import type { AuditRepository } from '../../audit/persistence/audit.repository.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'

/** The gate of the back office (specification 2, sections 4 and 8); every try is in the log. */
export function createStaffSessions(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: StaffSessionRepository
  readonly audit: AuditRepository
  readonly passwordFits: (candidate: string) => Promise<boolean>
}) {
  const { database, clock, sessions, audit, passwordFits } = deps
  return {
    /** @throws WrongStaffPassword */
    async open({
      password,
      address,
    }: {
      readonly password: string
      readonly address: string
    }): Promise<{ token: string; expiresAt: Date }> {
      if (!(await passwordFits(password))) {
        await audit.add({ action: 'session.refused', subject: null, address })
        throw new WrongStaffPassword()
      }
      const { session, token } = newStaffSession(clock.now())
      await database.transaction(async (tx) => {
        await sessions.insert(tx, session)
        await audit.add({ action: 'session.opened', subject: null, address }, tx)
      })
      return { token, expiresAt: session.expiresAt }
    },

    /** The open session of a token; null when there is none or its day is over. */
    async find(token: string): Promise<StaffSession | null> {
      const session = await sessions.find(sessionIdOf(token))
      return session !== null && session.expiresAt > clock.now() ? session : null
    },

    /** Ends a session; nothing happens when there is none. */
    async close({ token, address }: { readonly token: string; readonly address: string }): Promise<void> {
      await database.transaction(async (tx) => {
        if (await sessions.delete(tx, sessionIdOf(token)))
          await audit.add({ action: 'session.closed', subject: null, address }, tx)
      })
    },
  }
}
