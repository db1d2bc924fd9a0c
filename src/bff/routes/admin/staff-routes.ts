import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import type { PasskeyExchange } from '../../auth/passkey-exchange.ts'
import type { StaffAccess } from '../../auth/staff-access.ts'
import type { MakeOnce } from '../../http/make-once.ts'
import type { Attempts } from '../../limits/attempts.ts'
import { createOwnPasswordLimit, type OwnPasswordLimit } from '../../limits/own-password-limit.ts'
import { createSignInLimit, type SignInLimit } from '../../limits/sign-in-limit.ts'
import { createImportStreams, type ImportStreams } from '../../live/import-streams.ts'
import { createStaffChangeStreams, type StaffChangeStreams } from '../../live/staff-change-streams.ts'

export interface StaffRoutesDeps {
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly events: EventBus
  readonly logger: Logger
  readonly staffAccess: StaffAccess
  readonly attempts: Attempts
  readonly makeOnce: MakeOnce
  readonly passkeys: PasskeyExchange
  /** True while the gate's password is the one of the demonstration. */
  readonly isPasswordPublished: boolean
}

/** What there is for the routes; each file takes what it names. */
interface StaffRouteParts extends StaffRoutesDeps, Attempts {
  readonly personLimit: SignInLimit
  readonly limitOwnPassword: OwnPasswordLimit
  readonly importStreams: ImportStreams
  readonly changeStreams: StaffChangeStreams
}

type LoadRoutes = () => Promise<FastifyPluginCallback<StaffRouteParts> | FastifyPluginAsync<StaffRouteParts>>

const ROUTES: readonly LoadRoutes[] = [
  async () => (await import('./sign-in.ts')).staffSignInRoutes,
  async () => (await import('./session.ts')).staffSessionRoutes,
  async () => (await import('./invitation.ts')).staffInvitationRoutes,
  async () => (await import('./me.ts')).ownAccessRoutes,
  async () => (await import('./own-passkeys.ts')).ownPasskeyRoutes,
  async () => (await import('./staff.ts')).staffMemberRoutes,
  async () => (await import('./summary.ts')).staffSummaryRoutes,
  async () => (await import('./changes.ts')).staffChangeRoutes,
  async () => (await import('./presence.ts')).staffPresenceRoutes,
  async () => (await import('./orders.ts')).staffOrderRoutes,
  async () => (await import('./order-changes.ts')).staffOrderChangeRoutes,
  async () => (await import('./customers.ts')).staffCustomerRoutes,
  async () => (await import('./products.ts')).staffProductRoutes,
  async () => (await import('./product-changes.ts')).staffProductChangeRoutes,
  async () => (await import('./reviews.ts')).staffReviewRoutes,
  async () => (await import('./bulk-edits.ts')).staffBulkEditRoutes,
  async () => (await import('./uploads.ts')).staffUploadRoutes,
  async () => (await import('./import-upload.ts')).staffImportUploadRoutes,
  async () => (await import('./imports.ts')).staffImportRoutes,
  async () => (await import('./import-history.ts')).staffImportHistoryRoutes,
  async () => (await import('./import-rows.ts')).staffImportRowRoutes,
  async () => (await import('./suppliers.ts')).staffSupplierRoutes,
  async () => (await import('./inbox.ts')).staffInboxRoutes,
  async () => (await import('./saved-replies.ts')).staffSavedReplyRoutes,
  async () => (await import('./verification.ts')).staffVerificationRoutes,
  async () => (await import('./audit.ts')).staffAuditRoutes,
  async () => (await import('./queues.ts')).staffQueueRoutes,
  async () => (await import('./search-misses.ts')).staffSearchMissesRoutes,
]

/**
 * Everything that the back office calls. The files are loaded one after the other while the shop is open, and others are
 * answered in between: all of them at once took 100 ms.
 */
export const staffRoutes: FastifyPluginAsync<{ readonly deps: StaffRoutesDeps }> = async (app, { deps }) => {
  const { admin, events, logger, attempts } = deps
  const personLimit = createSignInLimit(attempts, 'staff')
  const parts: StaffRouteParts = {
    ...deps,
    ...attempts,
    personLimit,
    limitOwnPassword: createOwnPasswordLimit(personLimit),
    importStreams: createImportStreams({ admin, events, logger }),
    changeStreams: createStaffChangeStreams({ admin, events, logger }),
  }
  for (const load of ROUTES) {
    await setImmediate()
    await app.register(await load(), parts)
  }
}
