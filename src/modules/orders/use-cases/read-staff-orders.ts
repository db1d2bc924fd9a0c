import type { Clock } from '#platform/time/clock'
import { readFoundPage, readLongPage } from '#platform/shared-kernel/found-page'
import { createPace } from '#platform/concurrency/pace'
import type { Order } from '../domain/order.ts'
import type { HistoryEntry } from '../domain/order-moves.ts'
import type { OrderPart } from '../domain/order-part.ts'
import { searchTermsOf } from '../domain/order-search.ts'
import { nextStatuses, type OrderStatus } from '../domain/order-status.ts'
import { paidCentsOf, refundableCentsOf, refundablePartsOf } from '../domain/refunds.ts'
import { returnsOf, type OrderReturns } from '../domain/returns.ts'
import { OrderNotFound } from '../errors.ts'
import type { OrderRecord, OrderRepository } from '../persistence/order.repository.ts'
import type { ShopOrdersRepository } from '../persistence/shop-orders.repository.ts'
import type { SalesSummaryRepository } from '../persistence/sales-summary.repository.ts'

const READ_AT_ONCE = 500
const STREAMED_AT_ONCE = 20

/** An order as the shop's own people see it: with its history and the moves that are allowed now. */
export interface StaffOrder {
  readonly order: Order
  readonly history: readonly HistoryEntry[]
  readonly nextStatuses: readonly OrderStatus[]
  readonly returns: OrderReturns
  readonly paidCents: number
  /** The most that may still be given back. */
  readonly refundableCents: number
  /** The same of each line in its order and, last, of the shipping. */
  readonly refundableParts: readonly OrderPart[]
}

/** Which orders staff look for; what is left out excludes nothing. Newest first unless `isOldestFirst`. */
export interface StaffOrdersQuery {
  readonly status?: OrderStatus
  /** Only orders that wait for staff to release them. */
  readonly awaitsRelease?: true
  /** Only orders with returns that wait for staff. */
  readonly openReturns?: true
  /**
   * Number, name, email address, phone, place, product, number of article, tracking, invoice or return; beginnings are
   * enough.
   */
  readonly search?: string
  /** Placed at this time or later. */
  readonly placedFrom?: Date
  /** Placed before this time. */
  readonly placedBefore?: Date
  /** Only these. */
  readonly ids?: readonly number[]
  readonly isOldestFirst?: true
  readonly limit: number
  readonly offset: number
}

/** Everybody's orders, as staff list, export and open them. */
export interface ReadStaffOrders {
  /** Everybody's orders, and how many match over all pages; of a search or a span of time at most 1,000 are counted. */
  listOrdersForStaff(
    query: StaffOrdersQuery,
  ): Promise<{ readonly orders: readonly StaffOrder[]; readonly total: number }>
  /** The same without pages, newest first, some at a time; it reads no faster than they are taken. */
  streamOrdersForStaff(
    query: Omit<StaffOrdersQuery, 'limit' | 'offset' | 'isOldestFirst'>,
  ): AsyncIterable<readonly StaffOrder[]>
  /** @throws OrderNotFound */
  getOrderForStaff(orderId: number): Promise<StaffOrder>
}

export function createReadStaffOrders(deps: {
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly shopOrders: Pick<ShopOrdersRepository, 'listForShop' | 'countForShop' | 'prepareSearch'>
  readonly sales: Pick<SalesSummaryRepository, 'count'>
}): ReadStaffOrders {
  const { clock, orders, shopOrders, sales } = deps

  let isPrepared = false

  /**
   * Staff who look at orders are likely to search among them soon, and the built-in database takes seconds to get 100,000
   * ready for the first search after a start. Others are answered meanwhile.
   */
  function prepareSearch(): void {
    if (isPrepared) return
    isPrepared = true
    // A search says by itself that the database is away; the next who looks has it prepared then.
    shopOrders.prepareSearch().catch(() => (isPrepared = false))
  }

  /** The kept sums know how many there are of all, and of those of one status, but while an upgrade has them made anew. */
  async function readWhole(
    query: StaffOrdersQuery,
    reads: { readonly list: () => Promise<readonly OrderRecord[]>; readonly count: (most: number) => Promise<number> },
  ) {
    const [rows, total] = await Promise.all([reads.list(), sales.count(query.status)])
    return total === null ? readLongPage(query, { ...reads, list: async () => rows }) : { rows, total }
  }

  return {
    async listOrdersForStaff({ search = '', ...query }) {
      const terms = searchTermsOf(search)
      const asked = { ...query, terms }
      const reads = {
        list: () => shopOrders.listForShop(asked),
        count: (most: number) => shopOrders.countForShop(asked, most),
      }
      const isWhole = isWholeView(query) && terms.length === 0
      const { rows, total } = await (isWhole ? readWhole(query, reads) : readFoundPage(query, reads))
      const [found, pace] = [[] as StaffOrder[], createPace()]
      for (const record of rows) {
        if (pace.isLong()) await pace.rest()
        found.push(toStaffOrder(record, clock.now()))
      }
      prepareSearch()
      return { orders: found, total }
    },
    async *streamOrdersForStaff({ search = '', ...query }) {
      const terms = searchTermsOf(search)
      const pace = createPace()
      let records: readonly OrderRecord[] = []
      do {
        const before = records.at(-1)?.order.id
        records = await shopOrders.listForShop({
          ...query,
          terms,
          ...(before === undefined ? {} : { before }),
          limit: READ_AT_ONCE,
          offset: 0,
        })
        for (let at = 0; at < records.length; at += STREAMED_AT_ONCE) {
          if (pace.isLong()) await pace.rest()
          yield records.slice(at, at + STREAMED_AT_ONCE).map((record) => toStaffOrder(record, clock.now()))
        }
      } while (records.length === READ_AT_ONCE)
    },
    async getOrderForStaff(orderId) {
      const record = await orders.findForShop(orderId)
      if (record === null) throw new OrderNotFound()
      return toStaffOrder(record, clock.now())
    },
  }
}

/** Whether the kept sums know how many orders there are: all, or those of one status. */
function isWholeView(query: Partial<StaffOrdersQuery>): boolean {
  const { awaitsRelease, openReturns, placedFrom, placedBefore, ids } = query
  return [awaitsRelease, openReturns, placedFrom, placedBefore, ids].every((part) => part === undefined)
}

function toStaffOrder({ order, history }: OrderRecord, now: Date): StaffOrder {
  return {
    order,
    history,
    nextStatuses: nextStatuses(order.status),
    returns: returnsOf(order, now),
    paidCents: paidCentsOf(order),
    refundableCents: refundableCentsOf(order),
    refundableParts: refundablePartsOf(order),
  }
}
