import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { HandlingChange } from '#platform/shared-kernel/handled-entry'
import {
  isFulfilledByJob,
  type PrivacyRequest,
  type PrivacyRequestQuery,
  type RequestFailure,
  type RequestOfStaff,
} from '../domain/privacy-request.ts'
import { PrivacyRequestNotFound } from '../errors.ts'
import { privacyRequestChanged } from '../events.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'
import type { FindFailures } from './find-failures.ts'

/** Privacy requests as staff find and handle them. */
export interface PrivacyRequests {
  /** For the inbox: newest first, and how many there are over all pages. */
  listPrivacyRequests(query: PrivacyRequestQuery): Promise<{
    readonly requests: readonly RequestOfStaff[]
    readonly total: number
  }>
  /** Null when there is no such request. @param tx the caller's transaction; null reads what is committed */
  findPrivacyRequest(reference: string, tx: Transaction | null): Promise<RequestOfStaff | null>
  /** How many requests the shop could not fulfill, and nobody has run their job again. */
  countFailedPrivacyRequests(): Promise<number>
  /** @throws PrivacyRequestNotFound */
  getPrivacyRequest(reference: string): Promise<PrivacyRequest>
  /** For the inbox, in the caller's transaction. @throws PrivacyRequestNotFound */
  changePrivacyRequest(tx: Transaction, reference: string, change: HandlingChange): Promise<void>
}

export function createPrivacyRequests(deps: {
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly requests: Pick<PrivacyRequestRepository, 'list' | 'find' | 'change' | 'countUnfulfilled'>
  readonly findFailures: FindFailures
}): PrivacyRequests {
  const { events, clock, requests, findFailures } = deps

  /** The jobs are asked only where one of the requests is being done. */
  async function withFailures(found: readonly PrivacyRequest[]): Promise<readonly RequestOfStaff[]> {
    const isUnderWay = ({ email, verifiedAt, fulfilledAt, requestType }: PrivacyRequest) =>
      email !== null && verifiedAt !== null && fulfilledAt === null && isFulfilledByJob(requestType)
    const failures = found.some(isUnderWay) ? await findFailures() : new Map<string, RequestFailure>()
    return found.map((request) => ({
      ...request,
      failure: isUnderWay(request) ? (failures.get(request.reference) ?? null) : null,
    }))
  }

  return {
    async listPrivacyRequests(query) {
      const { requests: found, total } = await requests.list(query)
      return { requests: await withFailures(found), total }
    },
    async findPrivacyRequest(reference, tx) {
      const request = await requests.find(reference, tx ?? undefined)
      return request === null ? null : ((await withFailures([request]))[0] ?? null)
    },
    async countFailedPrivacyRequests() {
      const failures = await findFailures()
      return failures.size === 0 ? 0 : requests.countUnfulfilled([...failures.keys()])
    },
    async getPrivacyRequest(reference) {
      const request = await requests.find(reference)
      if (request === null) throw new PrivacyRequestNotFound()
      return request
    },
    async changePrivacyRequest(tx, reference, change) {
      const changed = await requests.change(reference, change, clock.now(), tx)
      if (changed === null) throw new PrivacyRequestNotFound()
      await events.publish(tx, privacyRequestChanged, { reference })
    },
  }
}
