import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import type { PasskeyExchange } from '../../auth/passkey-exchange.ts'
import type { StaffAccess } from '../../auth/staff-access.ts'
import type { MakeOnce } from '../../http/make-once.ts'
import type { Attempts } from '../../limits/attempts.ts'
import { createSignInLimit } from '../../limits/sign-in-limit.ts'
import { createImportStreams } from '../../live/import-streams.ts'
import { createStaffChangeStreams } from '../../live/staff-change-streams.ts'

export interface StaffRoutesDeps {
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly events: EventBus
  readonly clock: Clock
  readonly logger: Logger
  readonly staffAccess: StaffAccess
  readonly attempts: Attempts
  readonly makeOnce: MakeOnce
  readonly passkeys: PasskeyExchange
  /** True while the gate's password is the one of the demonstration. */
  readonly isPasswordPublished: boolean
}

/**
 * Everything that the back office calls. The files are loaded one after the other while the shop is open, and others are
 * answered in between: all of them at once took 100 ms.
 */
export const staffRoutes: FastifyPluginAsync<StaffRoutesDeps> = async (
  app,
  {
    admin,
    alerts,
    catalog,
    identity,
    orders,
    events,
    clock,
    logger,
    staffAccess,
    attempts,
    makeOnce,
    passkeys,
    isPasswordPublished,
  },
) => {
  const { securityLog } = attempts
  const personLimit = createSignInLimit(attempts, 'staff')
  await app.register((await loadBetweenRequests(() => import('./session.ts'))).staffSessionRoutes, {
    admin,
    staffAccess,
    attempts,
    personLimit,
    passkeys,
    isPasswordPublished,
  })
  await app.register((await loadBetweenRequests(() => import('./invitation.ts'))).staffInvitationRoutes, {
    admin,
    staffAccess,
    ...attempts,
  })
  await app.register((await loadBetweenRequests(() => import('./me.ts'))).ownAccessRoutes, {
    admin,
    signInLimit: personLimit,
    passkeys,
    securityLog,
  })
  await app.register((await loadBetweenRequests(() => import('./staff.ts'))).staffMemberRoutes, {
    admin,
    makeOnce,
    securityLog,
  })
  await app.register((await loadBetweenRequests(() => import('./summary.ts'))).staffSummaryRoutes, { admin })
  await app.register((await loadBetweenRequests(() => import('./changes.ts'))).staffChangeRoutes, {
    staffAccess,
    streams: createStaffChangeStreams({ admin, events, logger }),
  })
  await app.register((await loadBetweenRequests(() => import('./presence.ts'))).staffPresenceRoutes, { admin })
  await app.register((await loadBetweenRequests(() => import('./orders.ts'))).staffOrderRoutes, {
    orders,
    clock,
    makeOnce,
    logger,
  })
  await app.register((await loadBetweenRequests(() => import('./customers.ts'))).staffCustomerRoutes, {
    admin,
    securityLog,
  })
  await app.register((await loadBetweenRequests(() => import('./products.ts'))).staffProductRoutes, {
    admin,
    alerts,
    catalog,
    makeOnce,
    logger,
  })
  await app.register((await loadBetweenRequests(() => import('./bulk-edits.ts'))).staffBulkEditRoutes, { admin })
  await app.register((await loadBetweenRequests(() => import('./uploads.ts'))).staffUploadRoutes, { admin, catalog })
  await app.register((await loadBetweenRequests(() => import('./imports.ts'))).staffImportRoutes, { admin, makeOnce })
  await app.register((await loadBetweenRequests(() => import('./import-history.ts'))).staffImportHistoryRoutes, {
    admin,
    staffAccess,
    streams: createImportStreams({ admin, events, logger }),
    logger,
  })
  await app.register((await loadBetweenRequests(() => import('./suppliers.ts'))).staffSupplierRoutes, {
    admin,
    makeOnce,
  })
  await app.register((await loadBetweenRequests(() => import('./inbox.ts'))).staffInboxRoutes, { admin, makeOnce })
  await app.register((await loadBetweenRequests(() => import('./saved-replies.ts'))).staffSavedReplyRoutes, {
    admin,
    makeOnce,
  })
  await app.register((await loadBetweenRequests(() => import('./verification.ts'))).staffVerificationRoutes, { admin })
  await app.register((await loadBetweenRequests(() => import('./audit.ts'))).staffAuditRoutes, { admin, logger })
  await app.register((await loadBetweenRequests(() => import('./queues.ts'))).staffQueueRoutes, { admin })
  await app.register((await loadBetweenRequests(() => import('./search-misses.ts'))).staffSearchMissesRoutes, {
    identity,
  })
}

async function loadBetweenRequests<Routes>(load: () => Promise<Routes>): Promise<Routes> {
  await setImmediate()
  return load()
}
