import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Database } from '#platform/database/database'
import type { RepeatableCalls } from '#platform/database/repeatable-calls'
import type { EventBus } from '#platform/events/event-bus'
import type { JobsRuntime } from '#platform/jobs/jobs'
import type { Logger } from '#platform/logger'
import type { MailBudget } from '#platform/mail/mail-budget'
import { parseAddress } from '#platform/mail/mail'
import { createCatalogAnswers } from './answers/catalog-answers.ts'
import { registerQuickAnswers } from './answers/quick-answers.ts'
import { registerAccess } from './auth/access.ts'
import { registerCustomerAccess } from './auth/customer-access.ts'
import { BODY_LIMITS, registerBodies } from './http/bodies.ts'
import { registerAnswerDeadline } from './hardening/answer-deadline.ts'
import { createRefuseConnection, refuseIncompleteRequests, withoutOrigin } from './hardening/broken-requests.ts'
import { refuseWhileClosing } from './hardening/closing.ts'
import { refuseLongAddresses, shortenAddress } from './hardening/long-addresses.ts'
import { registerErrorHandler, sendFailure } from './http/errors.ts'
import { createFreshWork, MOST_LATE_MS, UnderPressure } from './limits/fresh-work.ts'
import { createCountRequest, registerLimits } from './limits/request-limits.ts'
import { createHashingPlaces } from './limits/hashing-places.ts'
import { createSlowLine } from './limits/slow-line.ts'
import { isLocalRequest } from './http/local-request.ts'
import { createMakeOnce } from './http/make-once.ts'
import { createMetrics } from './http/metrics.ts'
import { registerNotFoundHandler } from './http/not-found.ts'
import { registerOpenApi } from './http/openapi.ts'
import { createMemoryCounter } from './limits/rate-counter.ts'
import { warnOfUnknownProxy } from './http/proxy-warning.ts'
import { registerRequestLog, requestIdOf } from './http/request-log.ts'
import { createSecurityLog } from './http/security-log.ts'
import { securityHeaders, setOwnHeadersOf } from './http/security-headers.ts'
import { beginInTurn } from './hardening/pipelined-requests.ts'
import { closeUnusedConnections } from './hardening/unused-connections.ts'
import { refusePlainHttp } from './hardening/plain-http.ts'
import { registerSlowBodies } from './hardening/slow-bodies.ts'
import { createAskingBrowser } from './auth/asking-browser.ts'
import { createPasskeyExchange } from './auth/passkey-exchange.ts'
import { registerStaffAccess } from './auth/staff-access.ts'
import { NO_OTHER_COMPILERS, registerValidation } from './http/validation.ts'
import { isPage } from './rendering/page-address.ts'
import { pageRoutes } from './rendering/page-routes.ts'
import type { PageSource } from './rendering/pages.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { staffRoutes } from './routes/admin/staff-routes.ts'
import { customerRoutes } from './routes/customer-routes.ts'
import { healthRoutes } from './routes/health.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { securityTextRoutes } from './routes/security-text.ts'
import { seoRoutes } from './routes/seo.ts'

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
  readonly mostLateMs?: number | undefined
}

/**
 * Creates the shop's web server with the API, its documentation and the pages. The server does not listen yet.
 * @throws Error when a route below /api does not declare its access
 */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, catalog, identity, admin, jobs, mailBudget, database, clock, logger, pages } = deps
  const { mostLateMs = MOST_LATE_MS } = deps
  const headers = securityHeaders(config, { thirdParty: false, isFromSources: pages.isFromSources })
  const setOwnHeaders = setOwnHeadersOf(headers)
  const refuseConnection = createRefuseConnection(headers)
  const app = Fastify({
    logger: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? [...config.TRUST_PROXY] : false,
    bodyLimit: BODY_LIMITS.default,
    http: { connectionsCheckingInterval: 5000, requireHostHeader: false },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: (request) => withoutOrigin(shortenAddress(request), request),
    genReqId: requestIdOf,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: NO_OTHER_COMPILERS },
    frameworkErrors: (error, request, reply) => {
      sendFailure(request, setOwnHeaders(request, reply), error, logger)
    },
    clientErrorHandler: refuseConnection,
  }).withTypeProvider<ZodTypeProvider>()
  const metrics = createMetrics({ jobs, mailBudget, logger, token: config.METRICS_TOKEN })
  const counter =
    config.REDIS_URL === null
      ? createMemoryCounter()
      : (await import('./limits/shared-rate-counter.ts')).createSharedCounter(config.REDIS_URL, logger)

  registerErrorHandler(app, logger, setOwnHeaders)
  registerValidation(app)
  // The order of the hooks: what refuses a request, what answers it at once, what all others need.
  beginInTurn(app)
  closeUnusedConnections(app)
  registerSlowBodies(app, refuseConnection)
  registerAnswerDeadline(app)
  if (config.TRUST_PROXY.length === 0) warnOfUnknownProxy(app, logger)
  refuseLongAddresses(app)
  if (config.TRUST_PROXY.length > 0) refusePlainHttp(app, config.PUBLIC_URL, setOwnHeaders)
  refuseIncompleteRequests(app, refuseConnection)
  refuseWhileClosing(app)
  const countRequest = createCountRequest({ counter, requests: config.RATE_LIMIT_REQUESTS })
  registerQuickAnswers(app, { headers, setOwnHeaders, countRequest })
  registerRequestLog(app, { logger, setOwnHeaders, observe: metrics.observe })
  registerAccess(app)
  registerBodies(app)
  await app.register(underPressure, { maxEventLoopDelay: mostLateMs, customError: UnderPressure })
  await registerLimits(app, { counter, requests: config.RATE_LIMIT_REQUESTS })
  const freshWork = createFreshWork(app, { counter, requests: config.RATE_LIMIT_REQUESTS })
  registerNotFoundHandler(app, isPage)
  const customerAccess = await registerCustomerAccess(app, {
    identity,
    secret: config.JWT_SECRET,
    oldSecret: config.JWT_SECRET_OLD,
  })
  const staffAccess = await registerStaffAccess(app, {
    admin,
    publicUrl: config.PUBLIC_URL,
    isBehindProxy: config.TRUST_PROXY.length > 0,
  })
  const passkeys = createPasskeyExchange(app, config.PUBLIC_URL)
  const askingBrowser = createAskingBrowser(app, config.PUBLIC_URL)
  await registerOpenApi(app)

  const answers = createCatalogAnswers({ catalog })
  const originOf = (request: FastifyRequest) => config.PUBLIC_URL ?? `${request.protocol}://${hostOf(request)}`
  const securityLog = createSecurityLog(logger, config.JWT_SECRET)
  const attempts = { counter, slowLine: createSlowLine(counter), hashingPlaces: createHashingPlaces(), securityLog }
  const makeOnce = createMakeOnce(deps.repeatableCalls)
  await app.register(catalogRoutes, { prefix: '/api', answers, freshWork })
  await app.register(customerRoutes, { ...deps, prefix: '/api', customerAccess, askingBrowser, attempts, makeOnce })
  await app.register(staffRoutes, {
    ...deps,
    prefix: '/api',
    staffAccess,
    attempts,
    makeOnce,
    passkeys,
    isPasswordPublished: config.IS_DEMO_ADMIN_PASSWORD,
  })
  await app.register(healthRoutes, {
    prefix: '/api',
    database,
    pingRedis: config.REDIS_URL === null ? null : () => jobs.isReachable(),
  })
  metrics.register(app)
  pictureRoutes(app, catalog)
  seoRoutes(app, { catalog, freshWork, originOf })
  securityTextRoutes(app, {
    contact: config.SECURITY_CONTACT ?? parseAddress(config.MAIL_FROM).address,
    clock,
    originOf,
  })
  await pages.registerFiles(app)
  pageRoutes(app, {
    pages,
    answers,
    freshWork,
    logger,
    originOf,
    configFor: (request) => ({
      gaMeasurementId: config.GA_MEASUREMENT_ID,
      metaPixelId: config.META_PIXEL_ID,
      expressShippingCents: config.EXPRESS_SHIPPING_CENTS,
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
