import type { Clock } from '#platform/time/clock'
import { combineReads } from '#platform/concurrency/combine-calls'
import { isOpen, isSightingDue } from '../domain/session.ts'
import type { User } from '../domain/user.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export type FindSessionUser = (sessionId: string, userId?: string) => Promise<User | null>

/**
 * The user of a session, which is thereby used; null when it is not open. The user that is expected (`userId`) is read
 * together with it: two reads at once wake the database once. The database deletes expired sessions some time later, so
 * the time is checked here too. Nothing is cached, because a session may end at any time; requests that come at once
 * share their reads.
 */
export function createFindSessionUser(deps: {
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'findMany'>
  readonly sessions: Pick<SessionRepository, 'findMany' | 'noteSeen'>
}): FindSessionUser {
  const { clock, sessions } = deps
  const findSession = combineReads(sessions.findMany, ({ id }) => id)
  const findUser = combineReads(deps.users.findMany, ({ id }) => id)
  return async function findSessionUser(sessionId, userId) {
    const [session, expected] = await Promise.all([
      findSession(sessionId),
      userId === undefined ? null : findUser(userId),
    ])
    const now = clock.now()
    if (session === null || !isOpen(session, now)) return null
    if (isSightingDue(session, now)) await sessions.noteSeen(sessionId, now)
    return session.userId === expected?.id ? expected : findUser(session.userId)
  }
}
