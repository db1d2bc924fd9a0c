import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { HandlingChange } from '#platform/shared-kernel/handled-entry'
import type { PrivacyRequest, PrivacyRequestQuery } from '../domain/privacy-request.ts'
import { PrivacyRequestNotFound } from '../errors.ts'
import { privacyRequestChanged } from '../events.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'

/** Privacy requests as staff find and handle them. */
export interface PrivacyRequests {
  /** For the inbox: newest first, and how many there are over all pages. */
  listPrivacyRequests(query: PrivacyRequestQuery): Promise<{
    readonly requests: readonly PrivacyRequest[]
    readonly total: number
  }>
  /** Null when there is no such request. @param tx the caller's transaction; null reads what is committed */
  findPrivacyRequest(reference: string, tx: Transaction | null): Promise<PrivacyRequest | null>
  /** @throws PrivacyRequestNotFound */
  getPrivacyRequest(reference: string): Promise<PrivacyRequest>
  /** For the inbox, in the caller's transaction. @throws PrivacyRequestNotFound */
  changePrivacyRequest(tx: Transaction, reference: string, change: HandlingChange): Promise<void>
}

export function createPrivacyRequests(deps: {
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly requests: Pick<PrivacyRequestRepository, 'list' | 'find' | 'change'>
}): PrivacyRequests {
  const { events, clock, requests } = deps
  return {
    listPrivacyRequests: (query) => requests.list(query),
    findPrivacyRequest: (reference, tx) => requests.find(reference, tx ?? undefined),
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
