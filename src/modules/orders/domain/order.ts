import type { Costs } from '#platform/shared-kernel/money'
import type { OrderPart } from './order-part.ts'
import type { OrderStatus } from './order-status.ts'
import type { OrderReturn } from './order-return.ts'

export type PaymentMethod = 'cash_on_delivery' | 'card_on_delivery' | 'pay_with_card'

/** Express takes 1-2 business days (specification 2, section 9) and has a price of its own. */
export type ShippingMethod = 'standard' | 'express'

/** Where an order goes, or its invoice. */
export interface Address {
  readonly firstName: string
  readonly lastName: string
  readonly address: string
  readonly address2: string | null
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly country: string
}

/** What was sold, copied at placement: the catalog may change later. */
export interface OrderLine {
  readonly productId: number
  readonly productName: string
  /** The article number; null when the product has none. */
  readonly sku: string | null
  readonly image: string
  readonly quantity: number
  readonly priceCents: number
  /** Its pieces were not counted when it was sold, so none were taken from stock; absent where they were. */
  readonly isMadeToOrder?: true
  /** It was business equipment, which may come back for longer; absent where it was not, and in orders of earlier versions. */
  readonly isBusinessProduct?: true
}

/** The lines whose pieces were taken from stock: these and no others go back to it. */
export function takenFromStock(lines: readonly OrderLine[]): readonly OrderLine[] {
  return lines.filter(({ isMadeToOrder }) => isMadeToOrder !== true)
}

/** A line of what its customer reads about where the order is. */
export interface TrackingEvent {
  readonly status: OrderStatus
  readonly location: string | null
  readonly timestamp: Date
  readonly completed: boolean
}

/** The invoice of an order, which is made when it ships. */
export interface Invoice {
  /** Shown as INV-100001. */
  readonly number: number
  readonly at: Date
}

/** What staff wrote about an order; its customer never sees it. */
export interface OrderNote {
  readonly text: string
  /** The name of the member of staff; null where it is not said, as in a customer's export. */
  readonly by: string | null
  readonly at: Date
}

/** Money that staff gave back without a return. */
export interface OrderRefund {
  /** Made when the form opened, so that pressing twice refunds once. */
  readonly key: string
  readonly amountCents: number
  readonly reason: string
  /** The name of the member of staff; null where it is not said, as in a customer's export. */
  readonly by: string | null
  readonly at: Date
  /** The lines and the shipping that it was for, with what each got of it; missing when it was for the whole order. */
  readonly parts?: readonly OrderPart[]
}

/** An order as it is now; its history of moves is kept beside it (`OrderRecord`). */
export interface Order extends Costs {
  readonly id: number
  readonly customerId: string
  readonly sessionId: string | null
  readonly customerEmail: string
  readonly customerName: string
  readonly customerPhone: string | null
  readonly shippingAddress: Address
  readonly billingAddress: Address
  readonly paymentMethod: PaymentMethod
  /** What it costs is in `shippingCents`. */
  readonly shippingMethod: ShippingMethod
  readonly card: { readonly brand: string | null; readonly last4: string | null }
  readonly lines: readonly OrderLine[]
  readonly status: OrderStatus
  readonly carrier: string
  readonly trackingNumber: string | null
  readonly estimatedDelivery: string | null
  readonly trackingEvents: readonly TrackingEvent[]
  readonly createdAt: Date
  /** Later with every change that its customer sees, see `timeOfChange`. */
  readonly updatedAt: Date
  /** It is so large that it does not move on by itself: staff release it. */
  readonly awaitsRelease: boolean
  /** Until when the customer may cancel it. */
  readonly reviewEndsAt: Date
  /**
   * Made when it ships; its number has no gaps before it. Null until then, and for orders that shipped before there
   * were any.
   */
  readonly invoice: Invoice | null
  /** What its customer sent back or wants to, oldest first. */
  readonly returns: readonly OrderReturn[]
  /** Without those of returns; oldest first. */
  readonly refunds: readonly OrderRefund[]
  /** Oldest first. */
  readonly notes: readonly OrderNote[]
  /** Grows with every change, so that one can be made to the state that somebody looked at. */
  readonly revision: number
}

/**
 * `updatedAt` of an order that changes now: later than before it, because open pages keep the later one of two states, and
 * the machine that made the change before may have a clock that is ahead.
 */
export function timeOfChange({ updatedAt }: Pick<Order, 'updatedAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))
}
