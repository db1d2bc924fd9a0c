import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { isOpen, sessionKeyOf, type Session } from '../domain/session.ts'
import { CustomerNotFound, SessionNotFound } from '../errors.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A session as its customer sees it. */
export interface ListedSession extends Pick<Session, 'device' | 'createdAt' | 'lastSeenAt'> {
  readonly key: string
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
}

export interface SessionUseCases {
  /** Where a customer is signed in: the current session first, then those that were used last. */
  list(customerId: string, currentId: string): Promise<readonly ListedSession[]>
  /** Ends one of the customer's sessions. @throws SessionNotFound */
  end(customerId: string, key: string): Promise<void>
  /** Ends all sessions of the customer but this one. */
  endOthers(customerId: string, currentId: string): Promise<void>
  /**
   * Ends all sessions of a customer, in the caller's transaction. Resolves to how many there were.
   * @throws CustomerNotFound
   */
  endAll(tx: Transaction, customerId: string): Promise<number>
}

export function createSessionUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: SessionRepository
  readonly users: Pick<UserRepository, 'find'>
}): SessionUseCases {
  const { database, clock, sessions, users } = deps
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
      await sessions.delete(session.id)
    },
    endOthers: (customerId, currentId) =>
      database.transaction(async (tx) => {
        await sessions.deleteOthers(tx, customerId, currentId)
      }),
    async endAll(tx, customerId) {
      if ((await users.find(customerId)) === null) throw new CustomerNotFound()
      return sessions.deleteOthers(tx, customerId, null)
    },
  }
}
