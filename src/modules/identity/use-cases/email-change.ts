import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { proofExpiryOf } from '../domain/email-proof.ts'
import { digestOf, newLinkToken } from '#platform/security/link-token'
import { isOutdated } from '../domain/email-change.ts'
import { personOf } from '../domain/user.ts'
import { EmailNotAvailable, NoEmailChange } from '../errors.ts'
import { emailChanged, newEmailProofRequested } from '../events.ts'
import type { AnsweredLinkRepository } from '../persistence/answered-link.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { EmailProofRepository } from '../persistence/email-proof.repository.ts'
import type { OptOutRepository } from '../persistence/opt-out.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** What becomes of a new email address after a customer asked for it. */
export interface EmailChangeUseCases {
  /** The address that waits for its proof; null when none does. */
  findPending(customerId: string): Promise<string | null>
  /** Sends another link to the new address; the one before stops working. @throws NoEmailChange */
  sendLinkAgain(customerId: string): Promise<void>
  /** The old address stays. Nothing happens when no change waits. */
  cancel(customerId: string): Promise<void>
  /**
   * The link in the mail to the new address: it counts from now on, and all sessions but the one that asked for it end.
   * @returns false when the link is unknown, used or too old, or the old address was proved since the change was asked for
   * @throws EmailNotAvailable when somebody else has the address
   */
  complete(token: string): Promise<boolean>
  /**
   * The link in the mail to the old address: it is the account's again, later changes are gone, and all sessions end.
   * @returns false when the link is unknown, used or older than 7 days
   * @throws EmailNotAvailable when somebody else has the address
   */
  undo(token: string): Promise<boolean>
}

export function createEmailChangeUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: Pick<UserRepository, 'find'>
  readonly emailProofs: Pick<EmailProofRepository, 'saveProvedEmail'>
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly answeredLinks: AnsweredLinkRepository
  readonly optOuts: OptOutRepository
}): EmailChangeUseCases {
  const { database, clock, events, users, emailProofs, sessions, emailChanges, answeredLinks, optOuts } = deps
  return {
    async findPending(customerId) {
      return (await emailChanges.findOpen(customerId, clock.now()))?.newEmail ?? null
    },

    sendLinkAgain: (customerId) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const change = await emailChanges.findOpen(customerId, now, tx)
        if (change === null) throw new NoEmailChange()
        const { token, digest } = newLinkToken()
        await emailChanges.saveProof(tx, change, { digest, expiresAt: proofExpiryOf(now) })
        const payload = { userId: customerId, newEmail: change.newEmail, linkToken: token }
        await events.publish(tx, newEmailProofRequested, payload)
      }),

    cancel: (customerId) => database.transaction((tx) => emailChanges.cancelOpen(tx, customerId)),

    complete: (token) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const change = await emailChanges.findByProof(tx, digestOf(token), now)
        const before = change === null ? null : await users.find(change.userId, tx)
        if (change === null || before === null) return false
        const { id, userId, newEmail, sessionId, proof } = change
        if (isOutdated(change, before)) {
          await emailChanges.cancelOpen(tx, userId)
          return false
        }
        if (await emailChanges.isReserved(tx, newEmail, now, userId)) throw new EmailNotAvailable()
        await emailProofs.saveProvedEmail(tx, userId, newEmail, now)
        await emailChanges.noteProved(tx, id, now)
        await answeredLinks.note(tx, { ...proof, userId, answer: 'confirmed' })
        await sessions.deleteOthers(tx, userId, sessionId)
        await optOuts.carryOver(tx, before.email, newEmail)
        const wasProved = before.isEmailVerified
        await events.publish(tx, emailChanged, { userId, before: personOf(before), wasProved })
        return true
      }),

    undo: (token) =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const digest = digestOf(token)
        const change = await emailChanges.findByUndo(tx, digest, now)
        if (change === null) return false
        const { userId, oldEmail, provedAt, expiresAt } = change
        if (provedAt !== null) await emailProofs.saveProvedEmail(tx, userId, oldEmail, now)
        await emailChanges.deleteSince(tx, change)
        await sessions.deleteOthers(tx, userId, null)
        await answeredLinks.forget(tx, userId)
        await answeredLinks.note(tx, { digest, userId, answer: 'kept', expiresAt })
        return true
      }),
  }
}
