import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { purposesToErase, type ConsentChoice } from '../domain/consent.ts'
import { ConsentLogChanged } from '../errors.ts'
import { consentChanged } from '../events.ts'
import type { ConsentRepository } from '../persistence/consent.repository.ts'

/** After this many conflicts with concurrent choices the request fails. */
const TRIES = 10

export type RecordConsent = (choice: ConsentChoice) => Promise<void>

/**
 * Appends a visitor's choice to the consent log and announces it, naming what is withdrawn by it. When this resolves, the
 * erasure of what was recorded can no longer be lost. A choice that is sent again adds a row again; of a visitor the
 * latest 100 are kept.
 */
export function createRecordConsent(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly consents: ConsentRepository
}): RecordConsent {
  const { database, events, clock, consents } = deps

  return async function recordConsent(choice) {
    for (let tried = 1; ; tried++) {
      const log = await consents.findLog(choice.visitorId)
      const last = log[0]?.number ?? 0
      const at = clock.now()
      const { visitorId, analytics, marketing } = choice
      const withdrawn = [...purposesToErase([...log, { kind: 'choice', number: last + 1, at, choice }])]
      try {
        return await database.transaction(async (tx) => {
          await consents.appendChoice(tx, choice, last, at)
          await events.publish(tx, consentChanged, { visitorId, analytics, marketing, withdrawn })
        })
      } catch (error) {
        if (!(error instanceof ConsentLogChanged) || tried === TRIES) throw error
      }
    }
  }
}
