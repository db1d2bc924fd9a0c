import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { digestOf } from '#platform/security/link-token'
import type { DeclinedEmail } from '../domain/answered-link.ts'
import type { AnsweredLinkRepository } from '../persistence/answered-link.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { EmailProofRepository } from '../persistence/email-proof.repository.ts'
import type { EndTrust } from './end-trust.ts'

export type DeclineEmail = (token: string) => Promise<DeclinedEmail | null>

/**
 * The reader of an address says that somebody else used it: the link that would have proved it is used up. The person
 * who opened an account with it cannot sign in any more; in an account that exists, the former address stays. Null when
 * the link is unknown, used or older than 24 hours.
 */
export function createDeclineEmail(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly emailProofs: EmailProofRepository
  readonly emailChanges: EmailChangeRepository
  readonly answeredLinks: AnsweredLinkRepository
  readonly endTrust: EndTrust
}): DeclineEmail {
  const { database, clock, emailProofs, emailChanges, answeredLinks, endTrust } = deps

  return function declineEmail(token) {
    const digest = digestOf(token)
    return database.transaction(async (tx) => {
      const now = clock.now()
      const proof = await emailProofs.useUp(tx, digest, now)
      if (proof !== null) {
        await endTrust(tx, proof.userId, now)
        await answeredLinks.note(tx, { ...proof, digest, answer: 'declined-account' })
        return 'account'
      }
      const change = await emailChanges.findByProof(tx, digest, now)
      if (change === null) return null
      const { userId, proof: link } = change
      await emailChanges.cancelOpen(tx, userId)
      await answeredLinks.note(tx, { ...link, userId, answer: 'declined-new-address' })
      return 'new-address'
    })
  }
}
