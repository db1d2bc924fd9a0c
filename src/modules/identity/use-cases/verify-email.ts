import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { digestOf } from '#platform/security/link-token'
import type { AnsweredLinkRepository } from '../persistence/answered-link.repository.ts'
import type { EmailProofRepository } from '../persistence/email-proof.repository.ts'
import type { EmailChangeUseCases } from './email-change.ts'

export type VerifyEmail = (token: string) => Promise<boolean>

/**
 * Takes the proof of a customer's address, or of the new one that they asked for. Returns false when the link is unknown,
 * used or older than 24 hours.
 * @throws EmailNotAvailable
 */
export function createVerifyEmail(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly emailProofs: EmailProofRepository
  readonly answeredLinks: AnsweredLinkRepository
  readonly emailChange: Pick<EmailChangeUseCases, 'complete'>
}): VerifyEmail {
  const { database, clock, emailProofs, answeredLinks, emailChange } = deps

  return async function verifyEmail(token) {
    const digest = digestOf(token)
    const isProved = await database.transaction(async (tx) => {
      const proof = await emailProofs.prove(tx, digest, clock.now())
      if (proof !== null) await answeredLinks.note(tx, { ...proof, digest, answer: 'confirmed' })
      return proof !== null
    })
    return isProved || emailChange.complete(token)
  }
}
