import type { Clock } from '#platform/time/clock'
import { latestChoice } from '../domain/consent.ts'
import { looksPersonal, normalizedTerm, RECORDED_FOR, type VisitEvent } from '../domain/visit.ts'
import type { ConsentRepository } from '../persistence/consent.repository.ts'
import type { TrackingEventRepository } from '../persistence/tracking-event.repository.ts'

export type RecordVisit = (visit: { readonly visitorId: string; readonly event: VisitEvent }) => Promise<void>

/**
 * Records a visitor's search or product view if their last choice allows it; the caller does not learn whether it did.
 * A search that looks like an email address or a phone or card number is never recorded.
 */
export function createRecordVisit(deps: {
  readonly clock: Clock
  readonly consents: ConsentRepository
  readonly tracking: TrackingEventRepository
}): RecordVisit {
  const { clock, consents, tracking } = deps
  const isAllowed = async (visitorId: string) =>
    latestChoice(await consents.findLog(visitorId))?.[RECORDED_FOR] === true

  return async function recordVisit({ visitorId, event }) {
    const recorded = toRecorded(event)
    if (recorded === null || !(await isAllowed(visitorId))) return
    const id = await tracking.insert(visitorId, recorded, clock.now())
    // A withdrawal may have been processed between the check and the insert.
    if (!(await isAllowed(visitorId))) await tracking.delete(id)
  }
}

/** The event as it is stored; null when it must not be. */
function toRecorded(event: VisitEvent): VisitEvent | null {
  if (event.type !== 'search') return event
  return looksPersonal(event.term) ? null : { ...event, term: normalizedTerm(event.term) }
}
