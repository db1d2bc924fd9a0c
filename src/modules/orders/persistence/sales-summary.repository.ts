import type { Database } from '#platform/database/database'
import type { OrderStatus } from '../domain/order-status.ts'
import { orderModel } from './order.model.ts'

/** The orders of one UTC day that are in one state now. */
export interface DaySales {
  /** "2026-03-14" */
  readonly day: string
  readonly status: OrderStatus
  readonly orders: number
  readonly totalCents: number
}

/** What was sold of one product; its name as it was sold last. */
export interface ProductSales {
  readonly productId: number
  readonly productName: string
  readonly quantity: number
  readonly revenueCents: number
}

export interface SalesSummary {
  readonly days: readonly DaySales[]
  readonly topSellers: readonly ProductSales[]
}

/**
 * What the shop sold, added up by the database: all orders by day and state, and the products sold most since a moment,
 * without canceled orders.
 */
export function createSalesSummaryRepository(database: Database) {
  const { collection } = orderModel(database.connection)

  function days(): Promise<DaySales[]> {
    return collection
      .aggregate<Omit<DaySales, 'day' | 'status'> & { _id: Pick<DaySales, 'day' | 'status'> }>([
        {
          $group: {
            _id: { day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } }, status: '$status' },
            orders: { $sum: 1 },
            totalCents: { $sum: '$totalCents' },
          },
        },
      ])
      .map(({ _id, orders, totalCents }) => ({ day: _id.day, status: _id.status, orders, totalCents }))
      .toArray()
  }

  function topSellers(since: Date | null, count: number): Promise<ProductSales[]> {
    return collection
      .aggregate<Omit<ProductSales, 'productId'> & { _id: number }>([
        { $match: { status: { $ne: 'cancelled' }, ...(since !== null && { createdAt: { $gte: since } }) } },
        { $unwind: '$items' },
        {
          $group: {
            _id: '$items.productId',
            productName: { $last: '$items.productName' },
            quantity: { $sum: '$items.quantity' },
            revenueCents: { $sum: { $multiply: ['$items.priceCents', '$items.quantity'] } },
          },
        },
        { $sort: { quantity: -1, revenueCents: -1, _id: 1 } },
        { $limit: count },
      ])
      .map(({ _id, productName, quantity, revenueCents }) => ({ productId: _id, productName, quantity, revenueCents }))
      .toArray()
  }

  return async function salesSummary({
    since,
    sellers,
  }: {
    readonly since: Date | null
    readonly sellers: number
  }): Promise<SalesSummary> {
    const [byDay, best] = await Promise.all([days(), topSellers(since, sellers)])
    return { days: byDay, topSellers: best }
  }
}
