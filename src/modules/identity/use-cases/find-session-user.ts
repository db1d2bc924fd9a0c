import type { Clock } from '#platform/clock'
import { combineReads } from '#platform/combine-calls'
import type { User } from '../domain/user.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export type FindSessionUser = (sessionId: string) => Promise<User | null>

/**
 * The user of a session. The database deletes expired sessions some time later, so the time is checked here too. Nothing
 * is cached, because a session may end at any time; requests that come at once share their reads.
 */
export function createFindSessionUser(deps: {
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'findMany'>
  readonly sessions: Pick<SessionRepository, 'findMany'>
}): FindSessionUser {
  const findSession = combineReads(deps.sessions.findMany, ({ id }) => id)
  const findUser = combineReads(deps.users.findMany, ({ id }) => id)
  return async function findSessionUser(sessionId) {
    const session = await findSession(sessionId)
    if (session === null || session.expiresAt <= deps.clock.now()) return null
    return findUser(session.userId)
  }
}
