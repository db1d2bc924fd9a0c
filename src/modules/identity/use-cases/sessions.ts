import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import { isOpen, sessionKeyOf, type Session } from '../domain/session.ts'
import { CustomerNotFound, SessionNotFound } from '../errors.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A session as its customer sees it. */
export interface ListedSession extends Pick<Session, 'device' | 'createdAt' | 'lastSeenAt'> {
  readonly key: string
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
}

/** What customers see and end of where they are signed in; staff end all of it. */
export interface SessionUseCases {
  /** Where a customer is signed in: the current session first, then those that were used last. */
  list(customerId: string, currentId: string): Promise<readonly ListedSession[]>
  /** Ends one of the customer's sessions, and the change of the email address it asked for. @throws SessionNotFound */
  end(customerId: string, key: string): Promise<void>
  /** Ends all sessions of the customer but this one, and a change of the email address that another one asked for. */
  endOthers(customerId: string, currentId: string): Promise<void>
  /**
   * Ends all sessions of a customer, and a change of the email address that waits for its proof, in the caller's
   * transaction. Resolves to how many sessions there were.
   * @throws CustomerNotFound
   */
  endAll(tx: Transaction, customerId: string): Promise<number>
}

export function createSessionUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly users: Pick<UserRepository, 'lock'>
}): SessionUseCases {
  const { database, clock, sessions, emailChanges, users } = deps
  return {
    async list(customerId, currentId) {
      const now = clock.now()
      const open = (await sessions.listOfUser(customerId)).filter((session) => isOpen(session, now))
      return open
        .map((session) => ({
          key: sessionKeyOf(session),
          device: session.device,
          createdAt: session.createdAt,
          lastSeenAt: session.lastSeenAt,
          isCurrent: session.id === currentId,
        }))
        .toSorted(
          (one, other) =>
            Number(other.isCurrent) - Number(one.isCurrent) || other.lastSeenAt.getTime() - one.lastSeenAt.getTime(),
        )
    },
    async end(customerId, key) {
      const session = (await sessions.listOfUser(customerId)).find((each) => sessionKeyOf(each) === key)
      if (session === undefined) throw new SessionNotFound()
      // Each end locks the customer, as the start of a change does: one that is being asked for is either found here, or
      // finds its session gone.
      await database.transaction(async (tx) => {
        await users.lock(tx, customerId)
        await sessions.delete(session.id, tx)
        await emailChanges.cancelOpenOfSession(tx, customerId, session.id)
      })
    },
    endOthers: (customerId, currentId) =>
      database.transaction(async (tx) => {
        await users.lock(tx, customerId)
        await sessions.deleteOthers(tx, customerId, currentId)
        await emailChanges.cancelOpen(tx, customerId, currentId)
      }),
    async endAll(tx, customerId) {
      if (!(await users.lock(tx, customerId))) throw new CustomerNotFound()
      await emailChanges.cancelOpen(tx, customerId)
      return sessions.deleteOthers(tx, customerId, null)
    },
  }
}
