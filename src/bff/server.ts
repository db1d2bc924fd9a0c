import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/time/clock'
import type { Config } from '#platform/config/config'
import type { Database } from '#platform/database/database'
import type { RepeatableCalls } from '#platform/database/repeatable-calls'
import type { EventBus } from '#platform/events/event-bus'
import type { JobsRuntime } from '#platform/jobs/jobs'
import type { Logger } from '#platform/log/logger'
import { parseAddress } from '#platform/mail/mail'
import type { MailBudget } from '#platform/mail/mail-budget'
import { createCatalogAnswers } from './answers/catalog-answers.ts'
import { createCatalogReads } from './answers/catalog-reads.ts'
import { registerQuickAnswers } from './answers/quick-answers.ts'
import { createAskingBrowser } from './auth/asking-browser.ts'
import { registerCustomerAccess } from './auth/customer-access.ts'
import { createRefuseConnection } from './hardening/broken-requests.ts'
import { beginInTurn } from './hardening/pipelined-requests.ts'
import { closeUnreadConnections } from './hardening/unread-answers.ts'
import { closeUnusedConnections } from './hardening/unused-connections.ts'
import { createBaseApp, registerRefusals, registerRules, type SharedParts } from './http/base-app.ts'
import { mountLateApp, type Domain } from './http/late-app.ts'
import { isLocalRequest } from './http/local-request.ts'
import { createMakeOnce } from './http/make-once.ts'
import { createMetrics } from './http/metrics.ts'
import { createApiRoutes, registerOpenApi } from './http/openapi.ts'
import { warnOfUnknownProxy } from './http/proxy-warning.ts'
import { securityHeaders, setOwnHeadersOf } from './http/security-headers.ts'
import { createSecurityLog } from './http/security-log.ts'
import { createFreshWork, MAX_LATE_MS, UnderPressure } from './limits/fresh-work.ts'
import { createHashingPlaces } from './limits/hashing-places.ts'
import { createMemoryCounter } from './limits/rate-counter.ts'
import { createCountRequest } from './limits/request-limits.ts'
import { createSlowLine } from './limits/slow-line.ts'
import { pageRoutes } from './rendering/page-routes.ts'
import type { PageSource } from './rendering/page-source.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { customerRoutes } from './routes/customer-routes.ts'
import { healthRoutes } from './routes/health.ts'
import { wellKnownRedirectRoutes } from './routes/well-known-redirects.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { securityTextRoutes } from './routes/security-text.ts'
import { seoRoutes } from './routes/seo.ts'

/** What `createStaffApp` answers. */
const STAFF_CALLS: Domain = { path: '/api/admin', calls: [{ method: 'POST', path: '/api/products' }] }

export interface ServerDeps {
  readonly config: Config
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  readonly events: EventBus
  readonly jobs: Pick<JobsRuntime, 'stats' | 'isReachable'>
  readonly mailBudget: Pick<MailBudget, 'countWithheld'>
  readonly database: Pick<Database, 'ping'>
  readonly repeatableCalls: RepeatableCalls
  readonly clock: Clock
  readonly logger: Logger
  readonly pages: PageSource
  /** How late the event loop may be before people are sent away, in ms. Only tests say otherwise. */
  readonly maxLateMs?: number | undefined
}

/**
 * Creates the shop's web server with the API, its documentation and the pages. The server does not listen yet, and what
 * staff call is made when the first of them comes.
 * @throws Error when a route below /api does not declare its access
 */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, catalog, identity, jobs, mailBudget, database, clock, logger, pages } = deps
  const { maxLateMs = MAX_LATE_MS } = deps
  const headers = securityHeaders(config, { thirdParty: false, isFromSources: pages.isFromSources })
  const setOwnHeaders = setOwnHeadersOf(headers)
  const metrics = createMetrics({ jobs, mailBudget, logger, token: config.METRICS_TOKEN })
  const counter =
    config.REDIS_URL === null
      ? createMemoryCounter()
      : (await import('./limits/shared-rate-counter.ts')).createSharedCounter(config.REDIS_URL, logger)
  const apiRoutes = createApiRoutes()
  const refuseConnection = createRefuseConnection(headers)
  const parts: SharedParts = { config, logger, setOwnHeaders, refuseConnection, counter, metrics, apiRoutes }
  const securityLog = createSecurityLog(logger, config.JWT_SECRET)
  const attempts = { counter, slowLine: createSlowLine(counter), hashingPlaces: createHashingPlaces(), securityLog }
  const makeOnce = createMakeOnce(deps.repeatableCalls)
  const app = createBaseApp(parts)

  // What staff call is a third of all routes and contracts, and nobody needs it to open the shop.
  const staff = mountLateApp(app, STAFF_CALLS, async () => {
    const began = performance.now()
    const { createStaffApp } = await import('./staff-app.ts')
    const made = await createStaffApp({
      ...deps,
      parts,
      attempts,
      makeOnce,
      isUnderPressure: () => app.isUnderPressure(),
    })
    logger.info({ ms: Math.round(performance.now() - began) }, 'what staff call was made ready')
    return made
  })
  beginInTurn(app)
  closeUnusedConnections(app)
  closeUnreadConnections(app)
  // Before what a wrong TRUST_PROXY has refused.
  warnOfUnknownProxy(app, logger)
  // The order of the hooks: what refuses a request, what answers it at once, what all others need.
  registerRefusals(app, parts)
  const countRequest = createCountRequest({ counter, requests: config.RATE_LIMIT_REQUESTS })
  registerQuickAnswers(app, { headers, setOwnHeaders, countRequest })
  await registerRules(app, parts, {
    guarded: 'customer',
    refuseUnderPressure: () =>
      app.register(underPressure, { maxEventLoopDelay: maxLateMs, customError: UnderPressure }),
    late: staff,
  })
  app.addHook('onClose', () => counter.close())
  const freshWork = createFreshWork(app, { counter, requests: config.RATE_LIMIT_REQUESTS })
  const customerAccess = await registerCustomerAccess(app, {
    identity,
    secret: config.JWT_SECRET,
    oldSecret: config.JWT_SECRET_OLD,
  })
  // Few routes need cookies, so they are parsed there alone.
  await app.register(cookie, { hook: false })
  const askingBrowser = createAskingBrowser(app, config.PUBLIC_URL)
  await registerOpenApi(app, { apiRoutes, areComplete: staff.assembled })

  const reads = createCatalogReads({ catalog })
  const originOf = (request: FastifyRequest) => config.PUBLIC_URL ?? `${request.protocol}://${hostOf(request)}`
  await app.register(catalogRoutes, {
    prefix: '/api',
    answers: createCatalogAnswers(reads, catalog.panelOrder),
    freshWork,
  })
  await app.register(customerRoutes, { ...deps, prefix: '/api', customerAccess, askingBrowser, attempts, makeOnce })
  await app.register(healthRoutes, {
    prefix: '/api',
    database,
    pingRedis: config.REDIS_URL === null ? null : () => jobs.isReachable(),
  })
  metrics.register(app)
  pictureRoutes(app, catalog)
  seoRoutes(app, { catalog, freshWork, originOf })
  wellKnownRedirectRoutes(app)
  securityTextRoutes(app, {
    contact: config.SECURITY_CONTACT ?? parseAddress(config.MAIL_FROM).address,
    clock,
    originOf,
  })
  await pages.registerFiles(app)
  pageRoutes(app, {
    pages,
    reads,
    freshWork,
    logger,
    originOf,
    configFor: (request) => ({
      gaMeasurementId: config.GA_MEASUREMENT_ID,
      metaPixelId: config.META_PIXEL_ID,
      expressShippingCents: config.EXPRESS_SHIPPING_CENTS,
      takesTestCards: config.CARD_TEST_MODE,
      demoAdminPassword: config.IS_DEMO_ADMIN_PASSWORD && isLocalRequest(request) ? config.ADMIN_PASSWORD : null,
    }),
    thirdPartyHeaders: securityHeaders(config, { thirdParty: true, isFromSources: pages.isFromSources }),
  })
  await app.ready()
  return app as unknown as FastifyInstance
}

/** The host that the caller asked for, which ends up in links; `localhost` when it is not a valid host name. */
function hostOf(request: FastifyRequest): string {
  return /^[\w.-]+(:\d{1,5})?$/.test(request.host) ? request.host : 'localhost'
}
