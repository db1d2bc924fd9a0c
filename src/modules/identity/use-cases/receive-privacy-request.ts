import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { NoteMade } from '#platform/database/repeatable-calls'
import type { EventBus } from '#platform/events/event-bus'
import { newLinkToken } from '#platform/security/link-token'
import {
  dueDateOf,
  linkExpiryOf,
  referenceOf,
  type DataRequest,
  type PrivacyRequest,
} from '../domain/privacy-request.ts'
import { normalizedEmail } from '../domain/user.ts'
import { ReferenceTaken } from '../errors.ts'
import { privacyRequestChanged, privacyRequestReceived } from '../events.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

const TRIES = 200

export type ReceivePrivacyRequest = (request: DataRequest, note?: NoteMade) => Promise<PrivacyRequest>

/**
 * Stores a privacy request under its reference, `DR-` and the time in ms (specification 2, section 4), due in 45 days;
 * the event carries the link by which the person confirms it. Of two in the same millisecond one gets the next number.
 */
export function createReceivePrivacyRequest(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly requests: PrivacyRequestRepository
}): ReceivePrivacyRequest {
  const { database, events, clock, requests } = deps

  return async function receivePrivacyRequest(input, note) {
    const now = clock.now()
    const email = normalizedEmail(input.email)
    const { token, digest } = newLinkToken()
    for (let later = 0; ; later++) {
      const request: PrivacyRequest = {
        ...input,
        email,
        reference: referenceOf(now.getTime() + later),
        state: 'open',
        assignee: null,
        assigneeId: null,
        notes: [],
        replies: [],
        version: 0,
        receivedAt: now,
        dueAt: dueDateOf(now),
        verifiedAt: null,
        fulfilledAt: null,
      }
      try {
        await database.transaction(async (tx) => {
          await requests.insert(tx, request, { digest, expiresAt: linkExpiryOf(now) })
          const { reference, requestType } = request
          await events.publish(tx, privacyRequestReceived, { reference, requestType, linkToken: token })
          await events.publish(tx, privacyRequestChanged, { reference })
          await note?.(tx, reference)
        })
        return request
      } catch (error) {
        if (!(error instanceof ReferenceTaken) || later >= TRIES) throw error
      }
    }
  }
}
