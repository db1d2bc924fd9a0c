import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { EventBus } from '#platform/events/event-bus'
import { createPasskeyExchange } from './auth/passkey-exchange.ts'
import { registerStaffAccess } from './auth/staff-access.ts'
import { createBaseApp, registerRefusals, registerRules, type SharedParts } from './http/base-app.ts'
import type { MakeOnce } from './http/make-once.ts'
import type { Attempts } from './limits/attempts.ts'
import { UnderPressure } from './limits/fresh-work.ts'
import { staffRoutes } from './routes/admin/staff-routes.ts'

export interface StaffAppDeps {
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly events: EventBus
  readonly clock: Clock
  readonly parts: SharedParts
  readonly attempts: Attempts
  readonly makeOnce: MakeOnce
  /** Whether the process has more to do than it can. */
  readonly isUnderPressure: () => boolean
}

/**
 * Creates the app that answers what the back office calls. It listens nowhere: the shop's server hands it the requests.
 * @throws Error when a route does not declare its access
 */
export async function createStaffApp({
  parts,
  isUnderPressure,
  ...deps
}: StaffAppDeps): Promise<Pick<FastifyInstance, 'routing' | 'close'>> {
  const { config, logger } = parts
  const app = createBaseApp(parts)
  registerRefusals(app, parts)
  await registerRules(app, parts, {
    guarded: 'staff',
    refuseUnderPressure() {
      app.addHook('onRequest', (_request, _reply, done) => done(isUnderPressure() ? new UnderPressure() : undefined))
    },
    late: null,
  })
  await app.register(cookie, { hook: false })
  const { PUBLIC_URL: publicUrl } = config
  const staffAccess = registerStaffAccess(app, {
    admin: deps.admin,
    publicUrl,
    isBehindProxy: config.TRUST_PROXY.length > 0,
  })
  await app.register(staffRoutes, {
    ...deps,
    prefix: '/api',
    logger,
    staffAccess,
    passkeys: createPasskeyExchange(app, publicUrl),
    isPasswordPublished: config.IS_DEMO_ADMIN_PASSWORD,
  })
  await app.ready()
  return app
}
