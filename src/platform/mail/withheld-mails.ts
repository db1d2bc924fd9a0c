import { HOUR_MS } from '../time/durations.ts'
import type { Database } from '../database/database.ts'
import { isDuplicateKey } from '../database/duplicate-key.ts'
import { SOON_DURABLE } from '../database/soon-durable.ts'

/** How far back the mails are counted that were held back. */
const KEPT_MS = 24 * HOUR_MS

/** A mail that was held back, under the number of its job. It names nobody. */
interface WithheldRow {
  _id: string
  at: Date
  expiresAt: Date
}

/** The mails that were held back, so that staff see that there are any. */
export interface WithheldMails {
  /** Notes a mail once, however often it is held back. */
  note(jobId: string, at: Date): Promise<void>
  /** A mail that went out after all does not count. */
  forget(jobId: string): Promise<void>
  /** Those of the last 24 hours. */
  count(now: Date): Promise<number>
}

export function createWithheldMails(database: Database): WithheldMails {
  const rows = database.collection<WithheldRow>('withheld_mails', [
    { key: { at: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async note(jobId, at) {
      try {
        await rows.insertOne({ _id: jobId, at, expiresAt: new Date(at.getTime() + KEPT_MS) }, SOON_DURABLE)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    async forget(jobId) {
      await rows.deleteOne({ _id: jobId }, SOON_DURABLE)
    },
    count: (now) => rows.countDocuments({ at: { $gt: new Date(now.getTime() - KEPT_MS) } }),
  }
}
