import type { EventBus } from '#platform/events/event-bus'
import { consentChanged } from '../events.ts'
import type { EraseTracking } from '../use-cases/erase-tracking.ts'

/** Deletes what was recorded under a consent that is withdrawn. */
export function eraseTrackingWhenConsentWasWithdrawn({
  events,
  eraseTracking,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly eraseTracking: EraseTracking
}): void {
  events.subscribe(consentChanged, 'erase-tracking-when-consent-was-withdrawn', {
    queue: 'housekeeping',
    when: ({ withdrawn }) => withdrawn.length > 0,
    handle: ({ visitorId, withdrawn }) => eraseTracking({ visitorId, purposes: withdrawn }),
  })
}
