import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '#platform/config/config'
import type { Logger } from '#platform/log/logger'
import { registerAccess, type Guarded } from '../auth/access.ts'
import { registerAnswerDeadline } from '../hardening/answer-deadline.ts'
import {
  refuseIncompleteRequests,
  withoutOrigin,
  withReadableEscapes,
  type RefuseConnection,
} from '../hardening/broken-requests.ts'
import { refuseWhileClosing } from '../hardening/closing.ts'
import { refuseLongAddresses, shortenAddress } from '../hardening/long-addresses.ts'
import { refusePlainHttp } from '../hardening/plain-http.ts'
import { registerSlowBodies } from '../hardening/slow-bodies.ts'
import type { RateCounter } from '../limits/rate-counter.ts'
import { registerLimits } from '../limits/request-limits.ts'
import { isPage } from '../rendering/page-address.ts'
import { BODY_LIMITS, registerBodies } from './bodies.ts'
import { registerErrorHandler, sendFailure } from './errors.ts'
import type { LateApp } from './late-app.ts'
import type { Metrics } from './metrics.ts'
import { registerNotFoundHandler } from './not-found.ts'
import type { ApiRoutes } from './openapi.ts'
import { registerRequestLog, requestIdOf } from './request-log.ts'
import type { SetOwnHeaders } from './security-headers.ts'
import { NO_OTHER_COMPILERS, registerValidation } from './validation.ts'

/** What the two apps of the server, that of the shop and that of staff, have in common. */
export interface SharedParts {
  readonly config: Config
  readonly logger: Logger
  readonly setOwnHeaders: SetOwnHeaders
  readonly refuseConnection: RefuseConnection
  readonly counter: RateCounter
  readonly metrics: Pick<Metrics, 'observe'>
  readonly apiRoutes: ApiRoutes
}

export type BaseApp = ReturnType<typeof createBaseApp>

/**
 * An app without routes, which reads and checks requests and answers errors as the shop does.
 * @param options.bodyLimit in bytes, for routes that set none
 */
export function createBaseApp(
  { config, logger, setOwnHeaders, refuseConnection }: SharedParts,
  { bodyLimit = BODY_LIMITS.order }: { readonly bodyLimit?: number } = {},
) {
  const app = Fastify({
    logger: false,
    // A machine that is busy with other things takes longer than the 10 s that a part of it would have, and what was not
    // assembled then would be missing until the next start.
    pluginTimeout: 0,
    trustProxy: config.TRUST_PROXY.length > 0 ? [...config.TRUST_PROXY] : false,
    bodyLimit,
    http: { connectionsCheckingInterval: 5000, requireHostHeader: false },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: (request) => withReadableEscapes(withoutOrigin(shortenAddress(request), request)),
    genReqId: requestIdOf,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: NO_OTHER_COMPILERS },
    frameworkErrors: (error, request, reply) => {
      sendFailure(request, setOwnHeaders(request, reply), error, logger)
    },
    clientErrorHandler: refuseConnection,
  }).withTypeProvider<ZodTypeProvider>()
  registerErrorHandler(app, logger, setOwnHeaders)
  registerValidation(app)
  return app
}

/** The hooks that refuse a request before anything is done for it. To be registered before all others. */
export function registerRefusals(app: BaseApp, { config, setOwnHeaders, refuseConnection }: SharedParts): void {
  registerSlowBodies(app, refuseConnection)
  registerAnswerDeadline(app)
  refuseLongAddresses(app)
  if (config.TRUST_PROXY.length > 0) refusePlainHttp(app, config.PUBLIC_URL, setOwnHeaders)
  refuseIncompleteRequests(app, refuseConnection)
  refuseWhileClosing(app)
}

/**
 * What holds for every route. To be registered before the routes.
 * @param own.guarded whom its routes may be for, beside everybody
 * @param own.refuseUnderPressure registers what sends people away while the process has more to do than it can
 * @param own.late the app that answers some calls instead of this one
 */
export async function registerRules(
  app: BaseApp,
  { config, logger, setOwnHeaders, counter, metrics, apiRoutes }: SharedParts,
  own: {
    readonly guarded: Guarded
    readonly refuseUnderPressure: () => PromiseLike<unknown> | void
    readonly late: LateApp | null
  },
): Promise<void> {
  registerRequestLog(app, { logger, setOwnHeaders, observe: metrics.observe })
  registerAccess(app, own.guarded)
  registerBodies(app)
  await own.refuseUnderPressure()
  await registerLimits(app, { counter, requests: config.RATE_LIMIT_REQUESTS })
  registerNotFoundHandler(app, { isPage, late: own.late })
  apiRoutes.collect(app)
}
