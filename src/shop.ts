import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { productEncoder } from './bff/presenters/product-encoder.ts'
import { createServer } from './bff/server.ts'
import { loadPages } from './bff/rendering/built-pages.ts'
import type { PageSource } from './bff/rendering/page-source.ts'
import { FIRST_NUMBERS } from './first-numbers.ts'
import { createAdminModule, type AdminModule } from './modules/admin/index.ts'
import { createAlertsModule, type AlertsModule } from './modules/alerts/index.ts'
import { createCatalogModule, openReadModelStore, type CatalogModule } from './modules/catalog/index.ts'
import { createIdentityModule, type IdentityModule } from './modules/identity/index.ts'
import { createOrdersModule, type OrdersModule } from './modules/orders/index.ts'
import { accountDigest } from './platform/log/account-digest.ts'
import { builtFolder } from './platform/process/built-folder.ts'
import { systemClock, type Clock } from './platform/time/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createCounters } from './platform/database/counters.ts'
import type { ConnectOptions } from './platform/database/connect.ts'
import { connectDatabase, type Database } from './platform/database/database.ts'
import { createRepeatableCalls } from './platform/database/repeatable-calls.ts'
import { createEventBus, type EventBus } from './platform/events/event-bus.ts'
import { createJobs, type JobsRuntime } from './platform/jobs/create-jobs.ts'
import type { Logger } from './platform/log/logger.ts'
import { createMail, parseAddress } from './platform/mail/mail.ts'
import { withBreaker } from './platform/mail/mail-breaker.ts'
import { createMailBudget } from './platform/mail/mail-budget.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { handleSendMail } from './platform/mail/send-mail.ts'
import { ownAddress } from './platform/config/own-address.ts'
import { createPasswordHasher, type PasswordHasher } from './platform/security/passwords.ts'
import type { RemoteNetwork } from './platform/remote-file/ask-public-server.ts'
import { createFetchRemoteFile } from './platform/remote-file/fetch-remote-file.ts'
import { prepareDatabase } from './prepare-database.ts'
import { warnOfTryOut } from './start-warnings.ts'

/** The whole shop, assembled and not yet running. */
export interface Shop {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: JobsRuntime
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  /** The web process's server; null in a worker. */
  readonly server: FastifyInstance | null
  /**
   * Builds indexes, runs schema steps, seeds, fills the search index and starts the jobs. The caller makes the server
   * listen.
   */
  start(): Promise<void>
  /** Finishes running requests, then closes jobs, broadcast, catalog and database, in this order. */
  stop(): Promise<void>
}

/**
 * The queues and how many jobs of each one process runs at a time. They are separate so that a long import never delays
 * an order, a slow server never an import, and thousands of mails never one that somebody waits for before a screen: a
 * code, a link to confirm, an order's confirmation, and the warning that somebody else may be at it (`urgent-mail`). Nor do
 * the lists that come by themselves delay one that staff ask for (`asked-fetches`).
 */
const QUEUES = {
  orders: 8,
  'urgent-mail': 4,
  mail: 4,
  alerts: 2,
  imports: 1,
  'asked-fetches': 2,
  fetches: 2,
  housekeeping: 2,
}

/**
 * The composition root: platform → modules → server. It is the only place that creates modules and passes them to
 * each other; all other code knows only their types.
 * @param deps.databaseUri a MongoDB replica set, or the built-in server's address, which may still be opening its file
 * @throws NoReplicaSet
 */
export async function createShop(deps: {
  readonly config: Config
  readonly databaseUri: string | Promise<string>
  readonly logger: Logger
  readonly clock?: Clock
  /** Which servers it may fetch from: the public internet. Only tests say otherwise. */
  readonly network?: RemoteNetwork
  /** How late the event loop may be before people are sent away, in ms. Only tests say otherwise. */
  readonly maxLateMs?: number
  /** What hashes passwords. Only tests say otherwise. */
  readonly passwords?: PasswordHasher
  /** What makes the jobs. Only tests say otherwise. */
  readonly makeJobs?: typeof createJobs
  /** How it connects to its database. */
  readonly connecting?: ConnectOptions
  /** Serves the pages from their sources by Vite, for development. */
  readonly withVite?: boolean
}): Promise<Shop> {
  const { config, databaseUri, logger, clock = systemClock, makeJobs = createJobs } = deps
  const serves = config.ROLE !== 'worker'
  const works = config.ROLE !== 'web'

  // The saved index and the pages are read while the built-in database opens its file, which takes as long.
  const readModelStore =
    serves && config.CATALOG_SEARCH === 'memory'
      ? openReadModelStore({ base: join(config.DATA_DIR, 'catalog-index'), logger })
      : null
  const pages = serves ? openPages(deps.withVite === true) : null
  // The server gets the error.
  pages?.catch(() => {})
  const database = await connectDatabase(await databaseUri, logger, deps.connecting)
  const broadcast =
    config.REDIS_URL === null
      ? undefined
      : (await import('./platform/events/redis-broadcast.ts')).createRedisBroadcast(config.REDIS_URL, logger)
  const counters = createCounters(database, FIRST_NUMBERS)
  const jobs = await makeJobs({
    database,
    clock,
    logger,
    queues: QUEUES,
    redisUrl: config.REDIS_URL,
    refuseEviction: config.IS_PRODUCTION,
    timings: { leaseMs: config.JOB_LEASE_SECONDS * 1000 },
    // The process may have died before it published the events of its last commit.
    onAbandoned: () => events.resync(),
  })
  const events = createEventBus({ logger, clock, jobs, broadcast })

  const catalog = createCatalogModule({
    database,
    counters,
    events,
    clock,
    logger,
    picturesFolder: join(builtFolder(), 'pictures'),
    encoder: productEncoder,
    searchIn: config.CATALOG_SEARCH,
    readModelStore,
  })
  const staff = parseAddress(config.MAIL_FROM)
  const shopUrl = ownAddress(config)
  // One for customers and staff, so that not more passwords are hashed at once than it allows.
  const passwords = deps.passwords ?? createPasswordHasher()
  const mailBudget = createMailBudget({ database, clock, secret: config.JWT_SECRET })
  const mailer = createMailer({
    mail: withBreaker(await createMail(config, logger), {
      logger,
      async onReturn() {
        for (const queue of ['urgent-mail', 'mail', 'alerts']) await jobs.retryWaiting(queue)
      },
    }),
    budget: mailBudget,
    logger,
    isHeld: jobs.isHeld,
    refusesMarketing: (address) => identity.refusesMarketing(address),
    accountOf: (address) => accountDigest(address, config.JWT_SECRET),
    standingOf: async (address, customerId) =>
      address === staff.address ? 'staff' : identity.standingOf(address, customerId),
  })
  const identity: IdentityModule = createIdentityModule({
    database,
    events,
    jobs,
    clock,
    logger,
    mailer,
    passwords,
    shopUrl,
    secret: config.JWT_SECRET,
    staff,
  })
  handleSendMail(jobs, mailer)
  const orders = createOrdersModule({
    database,
    counters,
    events,
    jobs,
    mailer,
    clock,
    catalog,
    reviewMinutes: config.ORDER_REVIEW_MINUTES,
    releaseAboveCents: config.ORDER_RELEASE_ABOVE * 100,
    limitFactor: config.ORDER_LIMIT_FACTOR,
    expressShippingCents: config.EXPRESS_SHIPPING_CENTS,
    takesTestCards: config.CARD_TEST_MODE,
    publicUrl: config.PUBLIC_URL,
  })
  const alerts = createAlertsModule({
    database,
    events,
    jobs,
    mailer,
    clock,
    catalog,
    shopUrl,
    provedAddressOf: identity.provedAddressOf,
    lockCustomer: identity.lockCustomer,
  })
  const admin = createAdminModule({
    database,
    events,
    jobs,
    clock,
    catalog,
    identity,
    orders,
    mailer,
    mailBudget,
    staff,
    password: config.ADMIN_PASSWORD,
    secrets: [config.JWT_SECRET, ...(config.JWT_SECRET_OLD === null ? [] : [config.JWT_SECRET_OLD])],
    shopUrl,
    passwords,
    fetchRemoteFile: createFetchRemoteFile(deps.network),
  })
  addPersonalData({ catalog, identity, orders, alerts, admin })

  const server = pages
    ? await createServer({
        config,
        catalog,
        identity,
        orders,
        admin,
        alerts,
        events,
        jobs,
        mailBudget,
        database,
        repeatableCalls: createRepeatableCalls(database, clock),
        clock,
        logger,
        pages: await pages,
        maxLateMs: deps.maxLateMs,
      })
    : null
  const stopping = new AbortController()
  let sumsAreCaughtUp: Promise<void> | null = null

  /** Nobody waits for it: after an upgrade all orders may have to be added, and the shop is open meanwhile. */
  async function catchUpSales(): Promise<void> {
    try {
      await orders.catchUpSales(stopping.signal)
    } catch (err) {
      logger.warn({ err }, 'orders could not be added to the sums of the figures; the next reading adds them')
    }
  }

  return {
    database,
    events,
    jobs,
    catalog,
    identity,
    orders,
    admin,
    alerts,
    server,
    async start() {
      warnOfTryOut(config, logger)
      await prepareDatabase({ database, config, logger, catalog, identity, orders, admin })
      if (serves) {
        await catalog.start()
        await admin.presence.ask()
      }
      await jobs.start({ work: works })
      if (works) sumsAreCaughtUp = catchUpSales()
    },
    async stop() {
      stopping.abort()
      await server?.close()
      await jobs.stop()
      await sumsAreCaughtUp
      await broadcast?.close()
      await catalog.stop()
      await database.close()
    },
  }
}

type Modules = Pick<Shop, 'catalog' | 'identity' | 'orders' | 'alerts' | 'admin'>

/** What the shop has of a person beside the account: all of it is exported, and erased in this order. */
function addPersonalData({ catalog, identity, orders, alerts, admin }: Modules): void {
  identity.addPersonalDataSource({
    name: 'orders',
    export: orders.personal.list,
    identifiers: orders.personal.identifiers,
    erase: orders.personal.erase,
  })
  identity.addPersonalDataSource({
    name: 'reviews',
    export: async ({ customerId }) => (customerId === null ? [] : catalog.listReviewsOfCustomer(customerId)),
    erase: catalog.eraseReviewer,
  })
  identity.addPersonalDataSource({ name: 'alerts', export: alerts.personal.list, erase: alerts.personal.erase })
  identity.addPersonalDataSource({ name: 'messages', export: admin.personal.list, erase: admin.personal.erase })
  identity.addPersonalDataSource({
    name: 'staffAccess',
    export: admin.personalStaff.list,
    erase: admin.personalStaff.erase,
  })
}

async function openPages(withVite: boolean): Promise<PageSource> {
  return withVite ? (await import('./bff/rendering/vite-pages.ts')).createVitePages() : loadPages()
}
