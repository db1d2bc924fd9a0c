import type { Clock } from '#platform/clock'
import type { User } from '../domain/user.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export type FindSessionUser = (sessionId: string) => Promise<User | null>

/** The user of a session. The database deletes expired sessions some time later, so the time is checked here too. */
export function createFindSessionUser(deps: {
  readonly clock: Clock
  readonly users: UserRepository
  readonly sessions: SessionRepository
}): FindSessionUser {
  return async function findSessionUser(sessionId) {
    const session = await deps.sessions.find(sessionId)
    if (session === null || session.expiresAt <= deps.clock.now()) return null
    return deps.users.find(session.userId)
  }
}
