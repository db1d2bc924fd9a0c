import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { proofExpiryOf } from '../domain/email-proof.ts'
import { newLinkToken } from '#platform/security/link-token'
import { personOf } from '../domain/user.ts'
import { CustomerGone, EmailProved } from '../errors.ts'
import { emailProofRequested } from '../events.ts'
import type { EmailProofRepository } from '../persistence/email-proof.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

export type RequestEmailProof = (customerId: string) => Promise<void>

/**
 * Sends a customer another link to prove their address, when the first was lost or its 24 hours are over. Only the
 * newest link counts (specification 2, section 5).
 * @throws EmailProved @throws CustomerGone
 */
export function createRequestEmailProof(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly users: Pick<UserRepository, 'find'>
  readonly emailProofs: EmailProofRepository
}): RequestEmailProof {
  const { database, clock, events, users, emailProofs } = deps

  return function requestEmailProof(customerId) {
    return database.transaction(async (tx) => {
      // Read in the transaction: a link sent to the account's former address would let its reader prove the new one.
      const customer = await users.find(customerId, tx)
      if (customer === null) throw new CustomerGone()
      const { token, digest } = newLinkToken()
      if (!(await emailProofs.save(tx, customerId, { digest, expiresAt: proofExpiryOf(clock.now()) })))
        throw new EmailProved()
      const payload = { userId: customerId, customer: personOf(customer), linkToken: token }
      await events.publish(tx, emailProofRequested, payload)
    })
  }
}
