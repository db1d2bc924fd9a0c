import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { digestOf } from '#platform/security/link-token'
import { isFulfilledByJob, type Confirmation, type PrivacyRequest } from '../domain/privacy-request.ts'
import { privacyRequestChanged } from '../events.ts'
import { fulfillPrivacyRequest } from '../jobs.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

/** How a privacy request is confirmed: by the link of its mail, or by staff. */
export interface PrivacyRequestVerification {
  /** What the link of a mail confirms; looking changes nothing. Null when it is unknown. */
  findConfirmation(token: string): Promise<Confirmation | null>
  /**
   * Confirms the request and has a job do what was asked; a request older than 7 days stays unconfirmed. Null when the
   * link is unknown.
   */
  verifyPrivacyRequest(token: string): Promise<Confirmation | null>
  /**
   * Confirms a request whose person staff have verified, and has a job do what was asked. False when it is unknown or was
   * confirmed before.
   * @param note how, for the inbox
   */
  verifyPrivacyRequestByStaff(tx: Transaction, reference: string, note: string): Promise<boolean>
}

/**
 * Looks up and confirms the request behind a mail's link. Looking it up changes nothing, so that programs that open every
 * link of a mail confirm nothing. Confirming again changes nothing either.
 */
export function createVerifyPrivacyRequest(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly requests: PrivacyRequestRepository
}): PrivacyRequestVerification {
  const { database, events, jobs, clock, requests } = deps

  /** Null when the link is unknown. */
  async function findConfirmation(token: string): Promise<Confirmation | null> {
    const found = await requests.findByProof(digestOf(token))
    if (found === null) return null
    const { request, expiresAt } = found
    return { request, state: request.verifiedAt !== null ? 'confirmed' : expiresAt > clock.now() ? 'open' : 'expired' }
  }

  /** Has a job do what was asked, unless people must. */
  async function goOn(tx: Transaction, { reference, requestType }: PrivacyRequest): Promise<void> {
    if (isFulfilledByJob(requestType)) await jobs.enqueue(tx, fulfillPrivacyRequest, { reference })
    await events.publish(tx, privacyRequestChanged, { reference })
  }

  async function verifyPrivacyRequestByStaff(tx: Transaction, reference: string, note: string): Promise<boolean> {
    const request = await requests.verifyByStaff(tx, reference, note, clock.now())
    if (request !== null) await goOn(tx, request)
    return request !== null
  }

  /** Takes the proof of the request's address and has a job do what was asked. */
  async function verifyPrivacyRequest(token: string): Promise<Confirmation | null> {
    const verified = await database.transaction(async (tx) => {
      const request = await requests.verify(tx, digestOf(token), clock.now())
      if (request !== null) await goOn(tx, request)
      return request
    })
    return verified === null ? findConfirmation(token) : { request: verified, state: 'confirmed' }
  }

  return { findConfirmation, verifyPrivacyRequest, verifyPrivacyRequestByStaff }
}
