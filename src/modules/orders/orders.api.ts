import type { SchemaStep } from '#platform/database/schema-steps'
import type { Order } from './domain/order.ts'
import type { OrderReturns } from './domain/returns.ts'
import type { ReviewTime } from './domain/review-time.ts'
import type { ReceivedProduct } from './domain/received.ts'
import type { SalesQuery, SalesSummary } from './domain/sales.ts'
import type { PersonalOrders } from './use-cases/personal-orders.ts'
import type { ChangeOrder } from './use-cases/change-order.ts'
import type { CancelOrder } from './use-cases/cancel-order.ts'
import type { RequestMove } from './use-cases/change-order-status.ts'
import type { CorrectAddress } from './use-cases/correct-address.ts'
import type { WriteNote } from './use-cases/write-note.ts'
import type { ReadStaffOrders } from './use-cases/read-staff-orders.ts'
import type { ReleaseOrder } from './use-cases/release-order.ts'
import type { DecideReturn, RequestReturn, WithdrawReturn } from './use-cases/return-order.ts'
import type { RefundOrder } from './use-cases/refund-order.ts'
import type { PlaceOrder } from './use-cases/place-order/place-order.ts'
import type { IssueStreamTicket, RedeemStreamTicket } from './use-cases/stream-tickets.ts'

/** Orders as the rest of the shop uses them: placing, their steps, returns, refunds and sums. Amounts are in cents. */
export interface OrdersModule extends ReadStaffOrders {
  /** Changes of stored orders that a new version needs. */
  readonly schemaSteps: readonly SchemaStep[]
  /**
   * Places an order at today's prices and takes its stock, in one transaction with what must follow. The same key gives
   * the same order again (`isReplay`), also to requests in parallel.
   * @throws PriceChanged @throws InsufficientStock @throws UnknownProduct with details per line
   * @throws IdempotencyKeyReused when the key came with another order
   * @throws InvalidOrderLine @throws OrderTooLarge @throws ExpressChanged @throws TestCardsNotTaken
   * @throws OrderingTooFast @throws TooManyOpenOrders @throws TooManyPieces for what one customer may hold
   * @throws OrderingCustomerGone when the account is being deleted
   * @throws Overdue when the order was not reached within 15 seconds
   */
  readonly placeOrder: PlaceOrder
  /** The customer's own orders, newest first. */
  listCustomerOrders(customerId: string): Promise<readonly Order[]>
  /** @throws OrderNotFound, also for somebody else's order */
  getCustomerOrder(customerId: string, orderId: number): Promise<Order>
  /**
   * Cancels a customer's own order within the review time; its pieces are back in stock when this resolves.
   * @throws OrderNotFound, also for somebody else's order
   * @throws OrderCannotMove (ILLEGAL_TRANSITION) @throws ReviewTimeOver (REVIEW_TIME_OVER)
   */
  readonly cancelOrder: CancelOrder
  /**
   * Lowers lines and corrects the delivery address of a customer's own order within the review time.
   * @throws OrderNotFound, also for somebody else's order
   * @throws OrderNotChangeable @throws ReviewTimeOver @throws OnlyFewerPieces @throws NotAllLinesNamed
   * @throws NothingLeftOfOrder @throws ChangedTooOften
   */
  readonly changeOrder: ChangeOrder
  /**
   * A guest's order by its number (with or without # or ORD-) or tracking number and the email address it was ordered
   * with. @throws OrderNotFound, the same for a wrong number and for a wrong address
   */
  trackOrder(input: { readonly number: string; readonly email: string }): Promise<Order>
  /**
   * Has a job move an order for staff and answers the job's id; the step is in the audit log once it is taken.
   * @throws OrderNotFound @throws OrderCannotMove (ILLEGAL_TRANSITION) with `details.allowed`
   */
  readonly requestMove: RequestMove
  /** Lets an order go on that waited for staff. @throws OrderNotFound @throws OrderNotWaiting */
  readonly releaseOrder: ReleaseOrder
  /** Keeps a note of staff with an order. @throws OrderNotFound @throws TooManyNotes */
  readonly writeNote: WriteNote
  /**
   * Corrects where an order goes before it ships; its costs stay as they were agreed on.
   * @throws OrderNotFound @throws AddressNotCorrectable @throws AddressUnchanged @throws TooManyCorrections
   * @throws OrderChangedMeanwhile when it is not at the given revision any more
   */
  readonly correctAddress: CorrectAddress
  /**
   * Gives back a part of what was paid, or all of it; the same key does so once.
   * @throws OrderNotFound @throws RefundKeyReused @throws UnknownRefundedLine @throws NothingToRefund
   * @throws RefundTooLarge @throws TooManyRefunds @throws OrderChangedMeanwhile
   */
  readonly refundOrder: RefundOrder
  /** Until when the customer may cancel an order and change it, as it is now. */
  reviewTimeOf(order: Order): ReviewTime
  /** The order's returns, and what may still come back. */
  returnsOf(order: Order): OrderReturns
  /**
   * A customer, or a guest by number and email address, asks to return pieces of a delivered order; the same key gives
   * the same return again (`isReplay`).
   * @throws OrderNotFound @throws ReturnKeyReused when the key came with another return
   * @throws NotReturnable @throws ReturnWindowOver @throws TooManyReturned @throws TooManyReturns
   */
  readonly requestReturn: RequestReturn
  /**
   * A customer gives up a return before it has arrived.
   * @throws OrderNotFound @throws ReturnNotFound @throws ReturnCannotMove
   */
  readonly withdrawReturn: WithdrawReturn
  /**
   * Staff take a return a step further; pieces go back in stock only on receipt, and only those that they name. They leave it
   * again when the return is declined after that.
   * @throws OrderNotFound @throws ReturnNotFound @throws ReturnCannotMove (ILLEGAL_TRANSITION) @throws ReturnNeedsReason
   * @throws OrderChangedMeanwhile when it is refunded, and the order is not at the given revision any more
   */
  readonly decideReturn: DecideReturn
  /** How many orders have returns that wait for staff. */
  countOpenReturns(): Promise<number>
  /** How many orders wait for staff to release them. */
  countAwaitingRelease(): Promise<number>
  /**
   * Adds orders to the kept sums that are not in them yet, as after an upgrade, until it is told to stop; every reading of
   * them does so too.
   */
  catchUpSales(signal?: AbortSignal): Promise<void>
  /**
   * What was sold, from kept sums: all orders in one sum and by day of the shop's clock and state, and the products sold most,
   * without canceled orders; those of more than 31 days may be ten minutes old.
   */
  salesSummary(query: SalesQuery): Promise<SalesSummary>
  /** What a customer has received, each product once, latest first. */
  listReceivedProducts(customerId: string): Promise<readonly ReceivedProduct[]>
  /** @throws ProductNotReceived when no order with this product was delivered to the customer */
  checkReceived(customerId: string, productId: number): Promise<void>
  /** A person's orders, to export or to erase. */
  readonly personal: PersonalOrders
  /** Those of these images that an order shows; they are kept as long as the order. */
  shownImages(fileNames: readonly string[]): Promise<ReadonlySet<string>>
  /** Issues a ticket for one connection within 30 seconds; every web process accepts it. */
  readonly issueStreamTicket: IssueStreamTicket
  /** Uses up a ticket and returns its viewer. @throws TicketNotValid when it is unknown, used or too old */
  readonly redeemStreamTicket: RedeemStreamTicket
}
