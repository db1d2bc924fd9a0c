import { afterAll } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createCatalogModule } from '../index.ts'
import { plainEncoder, storeProducts } from '../testing/product-builder.ts'
import { DEMO_TASKS, DISTRIBUTOR_TASKS, TASKS } from './testing/buyers-tasks.ts'
import type { Described } from './testing/task.ts'
import { demoCatalog } from './testing/demo-described.ts'
import { distributorCatalog } from './testing/distributor-described.ts'
import { importedCatalog } from './testing/imported-described.ts'
import { testTasks, type TaskShop } from './testing/task-suite.ts'

const logger = createLogger('silent')
const opened: TestDatabase[] = []
afterAll(() => Promise.all(opened.map((db) => db.drop())))

/** A shop whose database searches the catalog. */
async function open(catalog: readonly Described[]): Promise<TaskShop> {
  const db = await openTestDatabase()
  opened.push(db)
  const shop = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events: createLiveEvents(logger),
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'database',
    readModelStore: null,
    logger,
  })
  await db.database.buildIndexes()
  await storeProducts(
    db.database,
    catalog.map(({ product }) => product),
  )
  await shop.start()
  return { list: shop.findIds, countFacets: shop.countFacets, findPrinters: shop.findPrinters }
}

const demo = demoCatalog()
testTasks('the demo catalog, searched by the database', {
  catalog: demo,
  tasks: [...TASKS, ...DEMO_TASKS],
  open: () => open(demo),
})
const imported = importedCatalog()
testTasks('a catalog in other words, searched by the database', {
  catalog: imported,
  tasks: TASKS,
  open: () => open(imported),
})
const distributor = distributorCatalog()
testTasks("a wholesaler's list, searched by the database", {
  catalog: distributor,
  tasks: [...TASKS, ...DISTRIBUTOR_TASKS],
  open: () => open(distributor),
})
