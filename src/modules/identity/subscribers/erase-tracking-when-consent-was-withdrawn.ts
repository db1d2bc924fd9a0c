import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { consentChanged } from '../events.ts'
import { eraseTracking } from '../jobs.ts'

/** Orders the erasure of what was recorded under a consent that is withdrawn. */
export function eraseTrackingWhenConsentWasWithdrawn(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
}): void {
  deps.events.on(consentChanged, 'identity.erase-tracking', async ({ payload: { visitorId, withdrawn } }) => {
    if (withdrawn.length === 0) return
    await deps.database.transaction((tx) => deps.jobs.enqueue(tx, eraseTracking, { visitorId, purposes: withdrawn }))
  })
}
