import type { AdminModule } from './modules/admin/index.ts'
import type { CatalogModule } from './modules/catalog/index.ts'
import type { IdentityModule } from './modules/identity/index.ts'
import type { OrdersModule } from './modules/orders/index.ts'
import type { Config } from './platform/config/config.ts'
import { refuseUnfinishedImport } from './platform/data-file/unfinished-import.ts'
import type { Database } from './platform/database/database.ts'
import { findDoneSteps, runSchemaSteps } from './platform/database/schema-steps.ts'
import type { Logger } from './platform/log/logger.ts'

/** Builds indexes, runs schema steps and seeds. @throws when an import of data into it has not been finished */
export async function prepareDatabase(shop: {
  readonly database: Database
  readonly config: Config
  readonly logger: Logger
  readonly catalog: Pick<CatalogModule, 'schemaSteps' | 'seedDemoCatalog'>
  readonly identity: Pick<IdentityModule, 'schemaSteps'>
  readonly orders: Pick<OrdersModule, 'schemaSteps'>
  readonly admin: Pick<AdminModule, 'schemaSteps'>
}): Promise<void> {
  const { database, config, logger, catalog, identity, orders, admin } = shop
  const [done] = await Promise.all([findDoneSteps(database), refuseUnfinishedImport(database)])
  if (done.size === 0 && !(await holdsShop(database))) sayThatItBegins(database.connection.name, config, logger)
  if (config.MONGODB_URI === null && config.CATALOG_SEARCH === 'database')
    logger.warn('CATALOG_SEARCH=database is for MongoDB: the built-in database passes over all products for each list')
  await database.buildIndexes()
  await runSchemaSteps({
    database,
    logger,
    done,
    steps: [...catalog.schemaSteps, ...orders.schemaSteps, ...identity.schemaSteps, ...admin.schemaSteps],
  })
  if (config.SEED_DEMO) {
    const seeded = await catalog.seedDemoCatalog()
    if (seeded > 0) logger.info({ products: seeded }, 'the demo catalog was seeded')
  }
}

/** A shop of a version before there were schema steps has none that is done. */
async function holdsShop(database: Database): Promise<boolean> {
  const first = (name: string) => database.collection(name).findOne({}, { projection: { _id: 1 } })
  return (await Promise.all(['products', 'users'].map(first))).some((found) => found !== null)
}

/** Where a shop was expected, an empty database is one whose name or folder was mistyped. */
function sayThatItBegins(database: string, config: Config, logger: Logger): void {
  const isServer = config.MONGODB_URI !== null
  const level = isServer || config.IS_PRODUCTION ? 'warn' : 'info'
  logger[level](
    { where: isServer ? database : config.DATA_DIR },
    `there is no shop yet in this database; a new one begins. If yours is elsewhere, correct ${isServer ? 'MONGODB_URI' : 'DATA_DIR'}`,
  )
}
