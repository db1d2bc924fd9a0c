import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Counters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import type { OrdersModule } from './index.ts'
import { createOrderRepository } from './persistence/order.repository.ts'
import { createPurchaseKeyRepository } from './persistence/purchase-key.repository.ts'
import { createChangeOrderStatus } from './use-cases/change-order-status.ts'
import { createPlaceOrder } from './use-cases/place-order.ts'
import { handleChangeOrderStatus } from './workers/change-order-status.ts'

/**
 * Builds the orders on their collections and registers their job.
 * @param deps.reviewMinutes how long a customer can cancel before the order moves on by itself
 */
export function createOrdersModule(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'takeStock' | 'returnStock'>
  readonly reviewMinutes: number
}): OrdersModule {
  const orders = createOrderRepository(deps.database)
  const keys = createPurchaseKeyRepository(deps.database)
  const parts = { ...deps, orders, keys }

  deps.jobs.declare(sendMail)
  handleChangeOrderStatus(deps.jobs, createChangeOrderStatus(parts))

  return {
    placeOrder: createPlaceOrder(parts),
    listCustomerOrders: (customerId) => orders.listOfCustomer(customerId),
  }
}
