import type { FastifyPluginAsync } from 'fastify'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import type { AskingBrowser } from '../auth/asking-browser.ts'
import type { CustomerAccess } from '../auth/customer-access.ts'
import type { MakeOnce } from '../http/make-once.ts'
import type { Attempts } from '../limits/attempts.ts'
import { createMailLimit } from '../limits/mail-limit.ts'
import { createSignInLimit } from '../limits/sign-in-limit.ts'
import { createOrderStreams } from '../live/order-streams.ts'
import { accountRoutes } from './account.ts'
import { addressRoutes } from './addresses.ts'
import { alertRoutes } from './alerts.ts'
import { dataExportRoutes } from './data-export.ts'
import { dataRequestRoutes } from './data-requests.ts'
import { emailChangeRoutes } from './email-change.ts'
import { emailProofRoutes } from './email-proof.ts'
import { identityRoutes } from './identity.ts'
import { loginCodeRoutes } from './login-codes.ts'
import { messageRoutes } from './messages.ts'
import { orderStreamRoutes } from './order-stream.ts'
import { orderRoutes } from './orders.ts'
import { ownAlertRoutes } from './own-alerts.ts'
import { privacyRoutes } from './privacy.ts'
import { returnRoutes } from './returns.ts'
import { reviewRoutes } from './reviews.ts'
import { savedCartRoutes } from './saved-cart.ts'
import { sessionRoutes } from './sessions.ts'

/** All that a person does in the shop beyond reading the catalog: account, orders, returns, alerts, messages, privacy. */
export const customerRoutes: FastifyPluginAsync<{
  readonly admin: AdminModule
  readonly alerts: AlertsModule
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly events: EventBus
  readonly logger: Logger
  readonly customerAccess: CustomerAccess
  readonly askingBrowser: AskingBrowser
  readonly attempts: Attempts
  readonly makeOnce: MakeOnce
}> = async (app, deps) => {
  const { admin, alerts, catalog, identity, orders, events, logger, customerAccess, attempts, makeOnce } = deps
  const { askingBrowser } = deps
  const { counter, securityLog } = attempts
  const signInLimit = createSignInLimit(attempts)
  const mailLimit = createMailLimit(counter)
  await app.register(identityRoutes, { identity, customerAccess, signInLimit, ...attempts })
  await app.register(loginCodeRoutes, { identity, customerAccess, askingBrowser, mailLimit, securityLog })
  await app.register(sessionRoutes, { identity, customerAccess })
  await app.register(accountRoutes, { identity, customerAccess, signInLimit, mailLimit, ...attempts })
  await app.register(emailProofRoutes, { identity, mailLimit, securityLog })
  await app.register(emailChangeRoutes, { identity, mailLimit, securityLog })
  await app.register(addressRoutes, { identity, makeOnce })
  await app.register(alertRoutes, { alerts, mailLimit })
  await app.register(ownAlertRoutes, { alerts })
  await app.register(savedCartRoutes, { identity, catalog })
  await app.register(privacyRoutes, { identity, catalog, counter })
  await app.register(dataRequestRoutes, { identity, makeOnce })
  await app.register(dataExportRoutes, { identity })
  await app.register(orderRoutes, { orders })
  await app.register(returnRoutes, { orders })
  await app.register(orderStreamRoutes, {
    orders,
    customerAccess,
    streams: createOrderStreams({ orders, identity, events, logger }),
  })
  await app.register(reviewRoutes, { catalog, orders, identity })
  await app.register(messageRoutes, { admin, makeOnce })
}
