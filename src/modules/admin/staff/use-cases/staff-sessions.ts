import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import type { AuditLog } from '../../audit/audit.api.ts'
import { staffAccessChanged } from '../../events.ts'
import { personOf } from '../domain/staff-account.ts'
import { OWNER, type StaffPerson } from '../domain/staff-person.ts'
import { isSightingDue, newStaffSession, sessionIdOf } from '../domain/staff-session.ts'
import { WrongStaffPassword } from '../errors.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'
import type { OpenedSession, SignInPlace, StaffSessions } from '../staff.api.ts'

/** Opens a session of somebody who has proved who they are, in the caller's transaction, with its line in the log. */
export type BeginSession = (
  tx: Transaction,
  person: StaffPerson,
  place: SignInPlace,
  action?: 'session.opened' | 'session.opened-by-passkey',
) => Promise<OpenedSession>

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly sessions: StaffSessionRepository
  readonly accounts: Pick<StaffAccountRepository, 'find' | 'noteSeen'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly password: string
}

export function createBeginSession(deps: Pick<Deps, 'clock' | 'sessions' | 'audit' | 'password'>): BeginSession {
  const { clock, sessions, audit } = deps
  return async function beginSession(tx, person, { address, device }, action = 'session.opened') {
    const personId = person === OWNER ? null : person.id
    const { session, token } = newStaffSession({ personId, device }, clock.now(), deps.password)
    await sessions.insert(tx, session)
    await audit.record(tx, { action, subject: null, by: { person, address } })
    return { token, expiresAt: session.expiresAt, person }
  }
}

/**
 * The gate of the back office (specification 2, sections 4 and 8), and whose session a token is. Only a hash of the
 * gate's password is kept, and a wrong one takes the same time whatever it has in common with the right one.
 */
export function createStaffSessions(
  deps: Deps & { readonly beginSession: BeginSession },
): Omit<StaffSessions, 'openPersonSession'> {
  const { database, clock, events, sessions, accounts, audit, passwords, beginSession } = deps
  const idOf = (token: string) => sessionIdOf(token, deps.password)
  let passwordHash: Promise<string> | null = null

  /** Made for the first attempt to sign in, because it would take each start 14 ms of the processor. A failure is not kept. */
  function hashOfGate(): Promise<string> {
    passwordHash ??= passwords.hash(deps.password).catch((error: unknown) => {
      passwordHash = null
      throw error
    })
    return passwordHash
  }

  async function findPerson(personId: string | null): Promise<StaffPerson | null> {
    if (personId === null) return OWNER
    const account = await accounts.find(personId)
    return account === null || account.credentials === null ? null : personOf(account)
  }

  async function findSession(token: string) {
    const session = await sessions.find(idOf(token))
    const now = clock.now()
    if (session === null || session.expiresAt <= now) return null
    const person = await findPerson(session.personId)
    if (person === null) return null
    if (isSightingDue(session, now)) {
      await sessions.noteSeen(session.id, now)
      if (session.personId !== null) await accounts.noteSeen(session.personId, now)
    }
    const { id, openedAt, expiresAt } = session
    return { id, openedAt, expiresAt, person }
  }

  return {
    async openSession({ password, ...place }) {
      if (!(await passwords.matches(password, await hashOfGate()))) {
        const by = { person: null, address: place.address }
        await audit.record(null, { action: 'session.refused', subject: null, by })
        throw new WrongStaffPassword()
      }
      return database.transaction((tx) => beginSession(tx, OWNER, place))
    },

    findSession,

    async closeSession({ token, address }) {
      const session = await findSession(token)
      if (session === null) return
      await database.transaction(async (tx) => {
        if (await sessions.delete(tx, session.id))
          await audit.record(tx, { action: 'session.closed', subject: null, by: { person: session.person, address } })
      })
    },

    async closeAllSessions(by) {
      await database.transaction(async (tx) => {
        const closed = await sessions.deleteAll(tx)
        await events.publish(tx, staffAccessChanged, { personId: null })
        const changes = [{ field: 'open sessions', before: String(closed), after: '0' }]
        await audit.record(tx, { action: 'session.all-closed', subject: null, by, changes })
      })
    },
  }
}
