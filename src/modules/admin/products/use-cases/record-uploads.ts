import type { CatalogModule } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { tidyPictures } from '../jobs.ts'
import type { AuditRepository } from '../../audit/persistence/audit.repository.ts'

/**
 * Writes uploaded pictures into the log, and has old ones that nothing shows any more cleared away: with the first
 * upload of a day, because without uploads there is nothing more to clear.
 */
export function createNotePictures(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'handle' | 'enqueue'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'tidyImages'>
  readonly orders: Pick<OrdersModule, 'shownImages'>
  readonly audit: AuditRepository
}) {
  const { database, jobs, clock, catalog, orders, audit } = deps
  let tidiedOn = ''

  jobs.handle(tidyPictures, async () => {
    const gone = await catalog.tidyImages((fileNames) => orders.shownImages(fileNames))
    if (gone > 0) await audit.add({ action: 'images.cleared', subject: `${gone} images`, address: 'shop' })
  })

  return async function notePictures(count: number, address: string): Promise<void> {
    const today = clock.now().toISOString().slice(0, 10)
    await database.transaction(async (tx) => {
      await audit.add({ action: 'images.uploaded', subject: `${count} images`, address }, tx)
      if (tidiedOn !== today) await jobs.enqueue(tx, tidyPictures, {})
    })
    tidiedOn = today
  }
}
