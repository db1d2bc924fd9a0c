import type { Transaction } from '#platform/database/database'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export type EndTrust = (tx: Transaction, userId: string, now: Date) => Promise<void>

/**
 * Ends what was set up by the person who opened an account without proving its address, and may be a stranger: the
 * password, sessions, a new address, and the contacts by which staff would verify the owner, those of orders too.
 */
export function createEndTrust(deps: {
  readonly users: UserRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
}): EndTrust {
  const { users, sessions, emailChanges } = deps
  return async function endTrust(tx, userId, now) {
    await users.distrust(tx, userId, now)
    await sessions.deleteOthers(tx, userId, null)
    await emailChanges.cancelOpen(tx, userId)
  }
}
