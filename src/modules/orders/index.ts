import type { Address, Order, PaymentMethod } from './domain/order.ts'

export type { Address, Order, OrderLine, PaymentMethod, TrackingEvent } from './domain/order.ts'
export type { OrderStatus } from './domain/order-status.ts'

export interface PlaceOrder {
  readonly customerId: string
  /** The client's key for this one purchase; null falls back to the client's session id. */
  readonly idempotencyKey: string | null
  readonly sessionId: string | null
  readonly customerEmail: string
  readonly customerName: string
  readonly customerPhone: string | null
  readonly shippingAddress: Address
  readonly billingAddress: Address
  readonly paymentMethod: PaymentMethod
  readonly card: { readonly brand: string | null; readonly last4: string | null }
  /** `sentPriceCents`: the unit price that the customer saw; null when none was sent. */
  readonly lines: readonly { readonly productId: number; readonly quantity: number; readonly sentPriceCents: number | null }[]
}

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
