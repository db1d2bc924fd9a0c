import { SHOP_TIME_ZONE } from '#brand'
import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { createKeyedMutex } from '#platform/concurrency/keyed-mutex'
import type { Mailer } from '#platform/mail/mailer'
import { readTrackedNumber } from './domain/order-search.ts'
import { returnsOf } from './domain/returns.ts'
import { reviewTimeOf } from './domain/review-time.ts'
import { receivedProductsOf } from './domain/received.ts'
import { OrderNotFound, ProductNotReceived } from './errors.ts'
import { addressCorrected, orderChanged, orderStatusChanged } from './events.ts'
import type { OrdersModule } from './orders.api.ts'
import { createSalesSummaryRepository } from './persistence/sales-summary.repository.ts'
import { createCustomerOrdersRepository } from './persistence/customer-orders.repository.ts'
import { createOrderRepository } from './persistence/order.repository.ts'
import { createOrderingCustomerRepository } from './persistence/ordering-customer.repository.ts'
import { createPersonalOrdersRepository } from './persistence/personal-orders.repository.ts'
import { createPurchaseKeyRepository } from './persistence/purchase-key.repository.ts'
import { orderSchemaSteps } from './persistence/schema-steps.ts'
import { createShopOrdersRepository } from './persistence/shop-orders.repository.ts'
import { createStreamTicketRepository } from './persistence/stream-ticket.repository.ts'
import { beginProcessingAfterReviewWhenOrderPlaced } from './subscribers/begin-processing-after-review-when-order-placed.ts'
import { confirmByMailWhenOrderPlaced } from './subscribers/confirm-by-mail-when-order-placed.ts'
import { mailCustomerWhenStatusChanged } from './subscribers/mail-customer-when-status-changed.ts'
import { mailCustomerWhenOrderChanged } from './subscribers/mail-customer-when-order-changed.ts'
import { mailCustomerWhenAddressCorrected } from './subscribers/mail-customer-when-address-corrected.ts'
import { mailCustomerWhenOrderRefunded } from './subscribers/mail-customer-when-order-refunded.ts'
import { mailCustomerWhenReturnChanged } from './subscribers/mail-customer-when-return-changed.ts'
import { createJustPlaced } from './use-cases/just-placed.ts'
import { createChangeOrder } from './use-cases/change-order.ts'
import { createCancelOrder } from './use-cases/cancel-order.ts'
import { changeOrderStatusJob, createChangeOrderStatus, createRequestMove } from './use-cases/change-order-status.ts'
import { createMoveOrder } from './use-cases/move-order.ts'
import { createPersonalOrders, eraseOldOrdersJob } from './use-cases/personal-orders.ts'
import { createCorrectAddress } from './use-cases/correct-address.ts'
import { createWriteNote } from './use-cases/write-note.ts'
import { createRefundOrder } from './use-cases/refund-order.ts'
import { createReadStaffOrders } from './use-cases/read-staff-orders.ts'
import { createReleaseOrder } from './use-cases/release-order.ts'
import { createDecideReturn, createRequestReturn, createWithdrawReturn } from './use-cases/return-order.ts'
import { createPlaceOrder } from './use-cases/place-order/place-order.ts'
import { createIssueStreamTicket, createRedeemStreamTicket } from './use-cases/stream-tickets.ts'

/** At night, when nobody waits. */
const ERASURE = { time: '03:45', timeZone: SHOP_TIME_ZONE }

/**
 * Builds the orders on their collections and registers their job and subscribers.
 * @param deps.reviewMinutes how long a customer can cancel before the order moves on by itself
 * @param deps.releaseAboveCents when a customer's open orders come to more, an order waits for staff
 * @param deps.expressShippingCents what express shipping costs; null when the checkout does not offer it
 * @param deps.takesTestCards whether "Pay with Card" is taken, which charges nothing (default true)
 * @param deps.limitFactor multiplies what one customer may hold in open orders
 * @param deps.publicUrl where the links of mails lead; without it mails have none
 */
export function createOrdersModule(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'handle' | 'handleDaily' | 'enqueue'>
  readonly mailer: Mailer
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'openSale' | 'returnStock' | 'takeStock'>
  readonly reviewMinutes: number
  readonly releaseAboveCents: number
  readonly limitFactor: number
  readonly expressShippingCents: number | null
  readonly takesTestCards?: boolean
  readonly publicUrl?: string | null
}): OrdersModule {
  const orders = createOrderRepository(deps.database)
  const customerOrders = createCustomerOrdersRepository(deps.database)
  const shopOrders = createShopOrdersRepository(deps.database)
  const keys = createPurchaseKeyRepository(deps.database)
  const tickets = createStreamTicketRepository(deps.database)
  const sales = createSalesSummaryRepository(deps.database)
  const customers = createOrderingCustomerRepository(deps.database, customerOrders)
  const settings = { ...deps, publicUrl: deps.publicUrl ?? null }
  const moveOrder = createMoveOrder({ ...settings, orders, customers })
  const changeOrderStatus = createChangeOrderStatus({ ...settings, orders, moveOrder })
  const justPlaced = createJustPlaced()
  // An order that was changed since, in any process, is read again by the jobs that follow its placing.
  for (const event of [orderStatusChanged, orderChanged, addressCorrected])
    deps.events.listen<{ orderId: number }>(event, 'orders.forget-just-placed', ({ payload: { orderId } }) => {
      justPlaced.take(orderId)
    })
  /** One for all that customers and staff do with an order. */
  const lockOrder = createKeyedMutex()
  const parts = {
    ...settings,
    orders,
    customerOrders,
    shopOrders,
    keys,
    customers,
    tickets,
    justPlaced,
    moveOrder,
    changeOrderStatus,
    lockOrder,
  }

  deps.jobs.handle(changeOrderStatusJob, changeOrderStatus)
  confirmByMailWhenOrderPlaced(parts)
  beginProcessingAfterReviewWhenOrderPlaced(parts)
  mailCustomerWhenStatusChanged(parts)
  mailCustomerWhenReturnChanged(parts)
  mailCustomerWhenOrderChanged(parts)
  mailCustomerWhenAddressCorrected(parts)
  mailCustomerWhenOrderRefunded(parts)

  const personal = createPersonalOrders({ ...parts, personal: createPersonalOrdersRepository(deps.database) })
  deps.jobs.handleDaily(eraseOldOrdersJob, ERASURE, personal.eraseOld)

  return {
    schemaSteps: orderSchemaSteps(deps.database, deps.catalog),
    placeOrder: createPlaceOrder(parts),
    listCustomerOrders: (customerId) => customerOrders.listOfCustomer(customerId),
    async getCustomerOrder(customerId, orderId) {
      const order = await customerOrders.findOfCustomer(customerId, orderId)
      if (order === null) throw new OrderNotFound()
      return order
    },
    cancelOrder: createCancelOrder(parts),
    changeOrder: createChangeOrder({ ...parts, sales }),
    async trackOrder({ number, email }) {
      const order = await customerOrders.findTracked(readTrackedNumber(number), email)
      if (order === null) throw new OrderNotFound()
      return order
    },
    ...createReadStaffOrders({ ...parts, sales }),
    salesSummary: sales.summarize,
    catchUpSales: sales.catchUp,
    requestMove: createRequestMove(parts),
    releaseOrder: createReleaseOrder(parts),
    writeNote: createWriteNote(parts),
    correctAddress: createCorrectAddress(parts),
    refundOrder: createRefundOrder(parts),
    reviewTimeOf: (order) => reviewTimeOf(order, deps.clock.now()),
    returnsOf: (order) => returnsOf(order, deps.clock.now()),
    requestReturn: createRequestReturn(parts),
    withdrawReturn: createWithdrawReturn(parts),
    decideReturn: createDecideReturn(parts),
    countOpenReturns: () => shopOrders.countOpenReturns(),
    countAwaitingRelease: () => shopOrders.countAwaitingRelease(),
    listReceivedProducts: async (customerId) => receivedProductsOf(await customerOrders.listDeliveredLines(customerId)),
    async checkReceived(customerId, productId) {
      if (!(await customerOrders.hasReceived(customerId, productId))) throw new ProductNotReceived()
    },
    personal,
    shownImages: (fileNames) => shopOrders.shownImages(fileNames),
    issueStreamTicket: createIssueStreamTicket(parts),
    redeemStreamTicket: createRedeemStreamTicket(parts),
  }
}
