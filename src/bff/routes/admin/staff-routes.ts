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
import { staffAuditRoutes } from './audit.ts'
import { staffBulkEditRoutes } from './bulk-edits.ts'
import { staffChangeRoutes } from './changes.ts'
import { staffCustomerRoutes } from './customers.ts'
import { staffImportHistoryRoutes } from './import-history.ts'
import { staffImportRoutes } from './imports.ts'
import { staffInboxRoutes } from './inbox.ts'
import { staffInvitationRoutes } from './invitation.ts'
import { ownAccessRoutes } from './me.ts'
import { staffOrderRoutes } from './orders.ts'
import { staffPresenceRoutes } from './presence.ts'
import { staffProductRoutes } from './products.ts'
import { staffQueueRoutes } from './queues.ts'
import { staffSavedReplyRoutes } from './saved-replies.ts'
import { staffSearchMissesRoutes } from './search-misses.ts'
import { staffSessionRoutes } from './session.ts'
import { staffMemberRoutes } from './staff.ts'
import { staffSummaryRoutes } from './summary.ts'
import { staffSupplierRoutes } from './suppliers.ts'
import { staffUploadRoutes } from './uploads.ts'
import { staffVerificationRoutes } from './verification.ts'

/** Everything that the back office calls. */
export const staffRoutes: FastifyPluginAsync<{
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
}> = async (
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
  await app.register(staffSessionRoutes, { admin, staffAccess, attempts, personLimit, passkeys, isPasswordPublished })
  await app.register(staffInvitationRoutes, { admin, staffAccess, ...attempts })
  await app.register(ownAccessRoutes, { admin, signInLimit: personLimit, passkeys, securityLog })
  await app.register(staffMemberRoutes, { admin, makeOnce, securityLog })
  await app.register(staffSummaryRoutes, { admin })
  await app.register(staffChangeRoutes, {
    staffAccess,
    streams: createStaffChangeStreams({ admin, events, logger }),
  })
  await app.register(staffPresenceRoutes, { admin })
  await app.register(staffOrderRoutes, { orders, clock, makeOnce })
  await app.register(staffCustomerRoutes, { admin, securityLog })
  await app.register(staffProductRoutes, { admin, alerts, catalog, makeOnce })
  await app.register(staffBulkEditRoutes, { admin })
  await app.register(staffUploadRoutes, { admin, catalog })
  await app.register(staffImportRoutes, { admin, makeOnce })
  await app.register(staffImportHistoryRoutes, {
    admin,
    staffAccess,
    streams: createImportStreams({ admin, events, logger }),
  })
  await app.register(staffSupplierRoutes, { admin, makeOnce })
  await app.register(staffInboxRoutes, { admin, makeOnce })
  await app.register(staffSavedReplyRoutes, { admin, makeOnce })
  await app.register(staffVerificationRoutes, { admin })
  await app.register(staffAuditRoutes, { admin })
  await app.register(staffQueueRoutes, { admin })
  await app.register(staffSearchMissesRoutes, { identity })
}
