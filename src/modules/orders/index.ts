import type { Order } from './domain/order.ts'
import type { PlaceOrder } from './domain/placement.ts'

export type { Address, Order, OrderLine, PaymentMethod, TrackingEvent } from './domain/order.ts'
export type { OrderStatus } from './domain/order-status.ts'
export type { PlaceOrder } from './domain/placement.ts'

export interface OrdersModule {
  /**
   * Places an order at today's prices and takes its stock, in one transaction with its jobs. The same key gives the
   * same order again (`replayed`), also to requests in parallel.
   * @throws PriceChanged @throws InsufficientStock @throws UnknownProduct with details per line
   * @throws IdempotencyKeyReused when the key came with another order
   */
  placeOrder(input: PlaceOrder): Promise<{ readonly order: Order; readonly replayed: boolean }>
  /** The customer's own orders, newest first. */
  listCustomerOrders(customerId: string): Promise<readonly Order[]>
}

export { createOrdersModule } from './orders.module.ts'
