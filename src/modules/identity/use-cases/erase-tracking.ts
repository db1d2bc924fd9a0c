import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { purposesToErase, type Purpose } from '../domain/consent.ts'
import { ConsentLogChanged } from '../errors.ts'
import type { ConsentRepository } from '../persistence/consent.repository.ts'
import type { TrackingEventRepository } from '../persistence/tracking-event.repository.ts'

export type EraseTracking = (wanted: {
  readonly visitorId: string
  readonly purposes: readonly Purpose[]
}) => Promise<void>

/**
 * Deletes what was recorded of a visitor for these purposes and records it in the consent log once, however often
 * the same consent is withdrawn. Data for purposes that the visitor has allowed again since then stays.
 */
export function createEraseTracking(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly consents: ConsentRepository
  readonly tracking: TrackingEventRepository
}): EraseTracking {
  const { database, clock, consents, tracking } = deps

  return async function eraseTracking({ visitorId, purposes }) {
    for (;;) {
      const log = await consents.findLog(visitorId)
      const due = purposesToErase(log).filter((purpose) => purposes.includes(purpose))
      if (due.length === 0) return
      try {
        // One transaction, so that of two concurrent jobs the one that deletes also records how much.
        return await database.transaction(async (tx) => {
          const erased = await tracking.deleteOfVisitor(tx, visitorId, due)
          await consents.appendErasure(tx, { visitorId, purposes: due, erased }, log[0]?.number ?? 0, clock.now())
        })
      } catch (error) {
        // The log has changed since it was read; the next round reads again what is due.
        if (!(error instanceof ConsentLogChanged)) throw error
      }
    }
  }
}
