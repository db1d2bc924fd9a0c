import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createCatalogModule, type CatalogModule } from '../index.ts'
import { plainEncoder } from './product-builder.ts'

export interface OpenCatalog {
  readonly db: TestDatabase
  readonly events: EventBus
  readonly catalog: CatalogModule
}

/** The module on a new database. Drop that in the end. */
export async function openCatalog(): Promise<OpenCatalog> {
  const db = await openTestDatabase()
  const events = createLiveEvents(createLogger('silent'))
  const catalog = catalogOn(db.database, events)
  await db.database.buildIndexes()
  return { db, events, catalog }
}

/** The module as a process has it that hears of changes from this bus. */
export function catalogOn(database: Database, events: EventBus): CatalogModule {
  return createCatalogModule({
    database,
    counters: createCounters(database),
    events,
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    readModelStore: null,
    logger: createLogger('silent'),
  })
}
