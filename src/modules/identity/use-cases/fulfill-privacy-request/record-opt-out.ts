import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { OptOut } from '../../domain/privacy-request.ts'
import type { OptOutRepository } from '../../persistence/opt-out.repository.ts'
import type { PrivacyRequestRepository } from '../../persistence/privacy-request.repository.ts'
import { publishFulfilled, type DueRequest } from './due-request.ts'

/** Records what a person refuses from now on, in every browser. */
export function createRecordOptOut(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly requests: Pick<PrivacyRequestRepository, 'fulfill'>
  readonly optOuts: Pick<OptOutRepository, 'save'>
}) {
  const { database, events, clock, requests, optOuts } = deps
  return async function recordOptOut(request: DueRequest, what: OptOut): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'The opt-out was recorded.', now))) return
      await optOuts.save(tx, request.email, what, now)
      await publishFulfilled(events, tx, request)
    })
  }
}
