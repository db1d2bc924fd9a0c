import { centralTime, type Day } from '#platform/time/business-days'
import type { OrderStatus } from './order-status.ts'
import type { OrderLine } from './order.ts'

/** How many orders, and what they cost together. */
export interface Sums {
  readonly orders: number
  readonly totalCents: number
}

/** The orders of one day of the shop's clock that are in one state now. */
export interface DaySales extends Sums {
  /** "2026-03-14" */
  readonly day: string
  readonly status: OrderStatus
}

/** What was sold of one product; its name as it was sold last. */
export interface ProductSales {
  readonly productId: number
  readonly productName: string
  readonly quantity: number
  readonly revenueCents: number
}

/** Of which time a summary is. */
export interface SalesQuery {
  /** The first moment of which products are counted; null: ever. */
  readonly since: Date | null
  /** The first moment of whose day sums are listed; null: ever. */
  readonly daysSince: Date | null
  /** How many of the products sold most. */
  readonly sellers: number
}

/** What was sold: ever, by day and state, and the products sold most. */
export interface SalesSummary {
  /** All orders, whatever their state. */
  readonly ever: Sums
  readonly days: readonly DaySales[]
  readonly topSellers: readonly ProductSales[]
}

/** What the sums need of an order, and as what it is in them already. */
export interface OrderToSum {
  readonly _id: number
  /** Null: it is to be in them no more. */
  readonly status: OrderStatus | null
  readonly summedAs?: OrderStatus
  /** On which day; absent where an earlier version added it, which counted days by UTC. */
  readonly summedDay?: Day
  readonly createdAt: Date
  readonly totalCents: number
  readonly items: readonly Pick<OrderLine, 'productId' | 'productName' | 'quantity' | 'priceCents'>[]
}

interface DayChange {
  readonly day: string
  readonly status: OrderStatus
  orders: number
  totalCents: number
}

interface ProductChange {
  readonly day: string
  readonly productId: number
  productName: string
  quantity: number
  revenueCents: number
}

/**
 * By how much these orders change the sums of their days: each counts as what it is now, and no longer as what it was
 * added as before. What is canceled is not sold.
 */
export function salesIn(orders: readonly OrderToSum[]): {
  readonly byDay: readonly DayChange[]
  readonly byProduct: readonly ProductChange[]
} {
  const byDay = new Map<string, DayChange>()
  const byProduct = new Map<string, ProductChange>()

  function count({ totalCents, items }: OrderToSum, day: Day, status: OrderStatus, sign: 1 | -1): void {
    const sums = entryOf(byDay, `${day} ${status}`, () => ({ day, status, orders: 0, totalCents: 0 }))
    sums.orders += sign
    sums.totalCents += sign * totalCents
    if (status === 'cancelled') return
    for (const { productId, productName, quantity, priceCents } of items) {
      const key = `${day} ${productId}`
      const sold = entryOf(byProduct, key, () => ({ day, productId, productName, quantity: 0, revenueCents: 0 }))
      sold.productName = productName
      sold.quantity += sign * quantity
      sold.revenueCents += sign * quantity * priceCents
    }
  }

  for (const order of orders) {
    const [day, dayBefore] = [dayOf(order), summedDayOf(order)]
    if (order.summedAs === order.status && dayBefore === day) continue
    if (order.summedAs !== undefined) count(order, dayBefore, order.summedAs, -1)
    if (order.status !== null) count(order, day, order.status, 1)
  }
  return {
    byDay: [...byDay.values()].filter(({ orders: count, totalCents }) => count !== 0 || totalCents !== 0),
    byProduct: [...byProduct.values()].filter(({ quantity, revenueCents }) => quantity !== 0 || revenueCents !== 0),
  }
}

/**
 * The products of which most pieces were sold, best first.
 * @param parts sums of the same products over spans of days, the earliest first
 */
export function bestSellers(parts: readonly (readonly ProductSales[])[], count: number): readonly ProductSales[] {
  const sums = new Map<number, ProductSales>()
  for (const sold of parts.flat()) {
    const { quantity = 0, revenueCents = 0 } = sums.get(sold.productId) ?? {}
    sums.set(sold.productId, {
      ...sold,
      quantity: quantity + sold.quantity,
      revenueCents: revenueCents + sold.revenueCents,
    })
  }
  return [...sums.values()]
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => b.quantity - a.quantity || b.revenueCents - a.revenueCents || a.productId - b.productId)
    .slice(0, count)
}

/** The day that the shop's clock showed when an order was placed. */
export function dayOf({ createdAt }: Pick<OrderToSum, 'createdAt'>): Day {
  return centralTime(createdAt).day
}

/** The day that an order is in the sums of, if it is. */
function summedDayOf({ summedDay, createdAt }: Pick<OrderToSum, 'summedDay' | 'createdAt'>): Day {
  return summedDay ?? createdAt.toISOString().slice(0, 10)
}

/** Whether an order is in the sums of another day than its own, where an earlier version has put it. */
export function isOnOtherDay(order: Pick<OrderToSum, 'summedDay' | 'createdAt'>): boolean {
  return summedDayOf(order) !== dayOf(order)
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
