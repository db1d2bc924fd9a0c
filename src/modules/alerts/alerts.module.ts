import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { createKeyedMutex } from '#platform/concurrency/keyed-mutex'
import type { Mailer } from '#platform/mail/mailer'
import type { AlertsModule } from './alerts.api.ts'
import { mailAlert } from './jobs.ts'
import { createAlertRepository } from './persistence/alert.repository.ts'
import { askToConfirmWhenAlertWasRequested } from './subscribers/ask-to-confirm-when-alert-was-requested.ts'
import { notifyWaitingWhenPriceOrStockChanged } from './subscribers/notify-waiting-when-price-or-stock-changed.ts'
import { createAlertAnswers } from './use-cases/answer-alert.ts'
import { createAskToConfirm } from './use-cases/ask-to-confirm.ts'
import { createNotifyWaiting } from './use-cases/notify-waiting.ts'
import { createAlertRequests, type LockCustomer } from './use-cases/request-alert.ts'
import { createOwnAlerts } from './use-cases/own-alerts.ts'
import { createSendAlert, type ProvedAddressOf } from './use-cases/send-alert.ts'

/**
 * Builds the requests for mails about products on their collection, and registers their job and subscribers.
 * @param deps.shopUrl where the links of mails lead, without a slash at the end
 * @param deps.provedAddressOf where the mail of a customer goes
 * @param deps.lockCustomer keeps an account until the transaction ends, or throws
 */
export function createAlertsModule(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'handle' | 'enqueueMany'>
  readonly mailer: Mailer
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly shopUrl: string
  readonly provedAddressOf: ProvedAddressOf
  readonly lockCustomer: LockCustomer
}): AlertsModule {
  const alerts = createAlertRepository(deps.database)
  const notifyWaiting = createNotifyWaiting({ ...deps, alerts })
  const parts = { ...deps, alerts, notifyWaiting, withAddress: createKeyedMutex() }

  deps.jobs.handle(mailAlert, createSendAlert(parts))
  askToConfirmWhenAlertWasRequested({ ...parts, askToConfirm: createAskToConfirm(parts) })
  notifyWaitingWhenPriceOrStockChanged(parts)

  return {
    ...createAlertRequests(parts),
    answers: createAlertAnswers(parts),
    own: createOwnAlerts(parts),
    countWaiting: (productIds) => alerts.countWaiting(productIds, deps.clock.now()),
    personal: {
      list: async (person) => (await alerts.listOf(person)).map(({ id: _id, ...alert }) => alert),
      erase: (person) => alerts.deleteOf(person),
    },
  }
}
