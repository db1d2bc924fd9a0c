import type { Clock } from '#platform/clock'
import { purposesToErase, type Purpose } from '../domain/consent.ts'
import type { ConsentRepository } from '../persistence/consent.repository.ts'
import type { TrackingEventRepository } from '../persistence/tracking-event.repository.ts'
import { isDuplicate } from '../persistence/user.repository.ts'

/**
 * Deletes what was recorded of a visitor for these purposes and notes it in the consent log: once, however often the
 * same consent is withdrawn. What the visitor has allowed again meanwhile stays.
 */
export function createEraseTracking(deps: { readonly clock: Clock; readonly consents: ConsentRepository; readonly tracking: TrackingEventRepository }) {
  const { clock, consents, tracking } = deps

  return async function eraseTracking({ visitorId, purposes }: { readonly visitorId: string; readonly purposes: readonly Purpose[] }): Promise<void> {
    let erased = 0
    for (;;) {
      const log = await consents.findLog(visitorId)
      const due = purposesToErase(log).filter((purpose) => purposes.includes(purpose))
      if (due.length === 0) return
      erased += await tracking.deleteOfVisitor(visitorId, due)
      try {
        return await consents.appendErasure(visitorId, due, erased, log[0]?.number ?? 0, clock.now())
      } catch (error) {
        // Somebody wrote to the log meanwhile: it says anew what is to be erased.
        if (!isDuplicate(error)) throw error
      }
    }
  }
}
