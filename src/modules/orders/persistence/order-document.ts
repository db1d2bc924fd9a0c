import type { Collection, Database, IndexDescription } from '#platform/database/database'
import type { Address, Invoice, OrderLine, OrderNote, OrderRefund, PaymentMethod } from '../domain/order.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import type { OrderReturn } from '../domain/order-return.ts'

/** An order as it is stored. A field that is not in every order says since when or for which it is there. */
export interface OrderDocument {
  _id: number
  sessionId: string | null
  userId: string
  customerEmail: string
  customerName: string
  customerPhone: string | null
  shippingAddress: Address
  billingAddress: Address
  paymentMethod: PaymentMethod
  /** Absent in orders with standard shipping. */
  shippingMethod?: 'express' | null
  cardBrand: string | null
  cardLast4: string | null
  /** `sku` is absent for a product without an article number. */
  items: (Omit<OrderLine, 'sku'> & { sku?: string | null })[]
  subtotalCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  status: OrderStatus
  carrier: string
  trackingNumber: string | null
  estimatedDelivery: string | null
  trackingEvents: { status: OrderStatus; location: string | null; timestamp: Date; completed: boolean }[]
  history: {
    from: OrderStatus | null
    to: OrderStatus
    by: string
    person?: string | null
    reason: string | null
    at: Date
    jobId: string | null
  }[]
  reviewEndsAt: Date
  /** Absent unless it is true, because only those that wait are in the index. */
  awaitsRelease?: true
  /** Absent until the order ships. */
  invoice?: Invoice
  /** Absent as long as there are none. */
  returns?: Omit<OrderReturn, 'restocked'>[]
  /** By the numbers of returns; not in them, because the version before refuses what it does not know there. */
  restocked?: { number: number; lines: number[] }[]
  /** How many of them wait for staff; absent when none does, because only orders with some are in the index. */
  openReturns?: number
  /** Absent as long as there are none. */
  refunds?: OrderRefund[]
  /** Absent as long as there are none. */
  notes?: OrderNote[]
  /** Absent until the first change. */
  revision?: number
  createdAt: Date
  updatedAt: Date
  /** What staff find it by, see `searchKeysOf`. */
  searchKeys: string[]
  /** The tracking number as it is compared, see `trackingKeyOf`. */
  trackingKey: string | null
  /** True while the sums of the days have this order as it is; see the repository of the sales summary. */
  isSummed?: true | null
  /** The status with which it is in those sums. */
  summedAs?: OrderStatus
  /** The day that it is in the sums of. */
  summedDay?: string
}

const INDEXES: readonly IndexDescription[] = [
  // Numbers grow with time, so the newest orders are those with the greatest ones.
  { key: { userId: 1, _id: -1 }, name: 'of_customer' },
  { key: { status: 1, _id: -1 }, name: 'of_status' },
  {
    key: { awaitsRelease: 1, _id: -1 },
    name: 'awaiting_release',
    partialFilterExpression: { awaitsRelease: { $exists: true } },
  },
  {
    key: { openReturns: 1, _id: -1 },
    name: 'open_returns',
    partialFilterExpression: { openReturns: { $exists: true } },
  },
  { key: { customerEmail: 1 }, name: 'of_email' },
  { key: { isSummed: 1 }, name: 'summed' },
  { key: { searchKeys: 1 }, name: 'search' },
  { key: { trackingKey: 1 }, name: 'tracking' },
]

/** The collection of all orders, and its indexes. */
export function orderCollection(database: Database): Collection<OrderDocument> {
  return database.collection('orders', INDEXES)
}
