import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { digestOf } from '../domain/link-token.ts'
import { isFulfilledByJob, type PrivacyRequest } from '../domain/privacy-request.ts'
import { fulfilPrivacyRequest } from '../jobs.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

/** Takes the proof of a request's address and has a job do what was asked. Null when the link is unknown, used or too old. */
export function createVerifyPrivacyRequest(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly requests: PrivacyRequestRepository
}) {
  const { database, jobs, clock, requests } = deps

  return function verifyPrivacyRequest(token: string): Promise<PrivacyRequest | null> {
    return database.transaction(async (tx) => {
      const request = await requests.verify(tx, digestOf(token), clock.now())
      if (request !== null && isFulfilledByJob(request.requestType)) await jobs.enqueue(tx, fulfilPrivacyRequest, { reference: request.reference })
      return request
    })
  }
}
