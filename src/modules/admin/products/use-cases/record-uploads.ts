import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../../audit/audit.api.ts'
import { tidyPictures } from '../jobs.ts'
import type { StaffProducts } from '../products.api.ts'

/**
 * Logs uploaded pictures. The first upload of a day (UTC) in this process also starts the deletion of unused pictures: without uploads there
 * are none to delete.
 */
export function createRecordUploads(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
}): StaffProducts['recordUploads'] {
  const { database, jobs, clock, audit } = deps
  let tidiedOn = ''

  return async function recordUploads(count, by) {
    const today = clock.now().toISOString().slice(0, 10)
    await database.transaction(async (tx) => {
      await audit.record(tx, { action: 'images.uploaded', subject: `${count} images`, by })
      if (tidiedOn !== today) await jobs.enqueue(tx, tidyPictures, {})
    })
    tidiedOn = today
  }
}
