import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { createPasskeyExchange } from './auth/passkey-exchange.ts'
import { registerStaffAccess } from './auth/staff-access.ts'
import { createBaseApp, registerRefusals, registerRules, type SharedParts } from './http/base-app.ts'
import { BODY_LIMITS } from './http/bodies.ts'
import { UnderPressure } from './limits/fresh-work.ts'
import { staffRoutes, type StaffRoutesDeps } from './routes/admin/staff-routes.ts'

/** What its own parts do not give. */
export interface StaffAppDeps extends Omit<
  StaffRoutesDeps,
  'logger' | 'staffAccess' | 'passkeys' | 'isPasswordPublished'
> {
  readonly parts: SharedParts
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
  const app = createBaseApp(parts, { bodyLimit: BODY_LIMITS.staff })
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
    prefix: '/api',
    deps: {
      ...deps,
      logger,
      staffAccess,
      passkeys: createPasskeyExchange(app, publicUrl),
      isPasswordPublished: config.IS_DEMO_ADMIN_PASSWORD,
    },
  })
  await app.ready()
  return app
}
