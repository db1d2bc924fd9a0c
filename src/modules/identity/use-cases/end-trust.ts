import type { Transaction } from '#platform/database/database'
import type { CredentialsRepository } from '../persistence/credentials.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'

export type EndTrust = (tx: Transaction, userId: string, now: Date) => Promise<void>

/**
 * Ends what was set up by the person who opened an account without proving its address, and may be a stranger: the
 * password, sessions, a new address, and the contacts by which staff would verify the owner, those of orders too.
 */
export function createEndTrust(deps: {
  readonly credentials: CredentialsRepository
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
}): EndTrust {
  const { credentials, sessions, emailChanges } = deps
  return async function endTrust(tx, userId, now) {
    await credentials.distrust(tx, userId, now)
    await sessions.deleteOthers(tx, userId, null)
    await emailChanges.cancelOpen(tx, userId)
  }
}
