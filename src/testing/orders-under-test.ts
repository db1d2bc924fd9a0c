import { createCounters } from '#platform/database/counters'
import { createEventBus, type EventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import { createLogger } from '#platform/log/logger'
import { createMailer } from '#platform/mail/mailer'
import type { MailMessage } from '#platform/mail/mail'
import { openTestDatabase } from './test-database.ts'
import { createCatalogModule } from '../modules/catalog/index.ts'
import { plainEncoder } from '../modules/catalog/testing/product-builder.ts'
import { createOrdersModule, type OrdersModule } from '../modules/orders/index.ts'
import { changeOrderStatusJob, type ChangeOrderStatus } from '../modules/orders/use-cases/change-order-status.ts'
import { orderCollection } from '../modules/orders/persistence/order-document.ts'

export const QUEUES = { orders: 8, 'urgent-mail': 4, mail: 4, housekeeping: 2 }
export const logger = createLogger('silent')

/** The module of orders with what it works with, over a database of its own. */
export type OrdersUnderTest = Awaited<ReturnType<typeof openOrdersModule>>

/** Opens the module of orders with a catalog, jobs and mails that go nowhere. Close it behind the test. */
export async function openOrdersModule() {
  const db = await openTestDatabase()
  const mails: MailMessage[] = []
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  const jobs: JobsRuntime = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: QUEUES,
    redisUrl: null,
    timings: { tickMs: 20, sweepMs: 50 },
  })
  const events = createEventBus({ logger, clock, jobs })
  const mailer = createMailer({
    mail: { send: async (mail) => void mails.push(mail) },
    budget: { allows: async () => true },
    logger,
    isHeld: jobs.isHeld,
    refusesMarketing: async () => false,
    accountOf: (address) => address,
    standingOf: async () => 'own',
  })
  const catalog = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events,
    clock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    readModelStore: null,
    logger,
  })

  /** A second web process on the same database has everything of its own. */
  function openOrders(bus: EventBus, runtime: JobsRuntime): OrdersModule {
    const counters = createCounters(db.database, { orders: 100_001 })
    return createOrdersModule({
      database: db.database,
      counters,
      events: bus,
      jobs: runtime,
      mailer,
      clock,
      catalog,
      reviewMinutes: 60,
      releaseAboveCents: 1_000_000,
      expressShippingCents: null,
      limitFactor: 1,
    })
  }

  const orders = openOrders(events, jobs)
  await db.database.buildIndexes()
  await catalog.start()
  return {
    db,
    events,
    jobs,
    catalog,
    orders,
    mailer,
    mails,
    clock,
    openOrders,
    stored: () => orderCollection(db.database),
    async stockOf(id: number) {
      const [product] = await catalog.findProducts([id])
      return product === undefined ? null : [product.inStock, product.stockQuantity]
    },
    enqueueMove: (step: ChangeOrderStatus) =>
      db.database.transaction((tx) => jobs.enqueue(tx, changeOrderStatusJob, step)),
    async close() {
      await jobs.stop()
      await db.drop()
    },
  }
}

export const line = (productId: number, quantity = 1, sentPriceCents: number | null = null) => ({
  productId,
  quantity,
  sentPriceCents,
})
