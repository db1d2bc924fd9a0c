import { centralTime } from '#platform/business-days'
import { combineCalls } from '#platform/combine-calls'
import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { createSlowReadCache } from '#platform/slow-read-cache'
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status.ts'
import { bestSellers, type DaySales, type ProductSales, type SalesSummary } from '../domain/sales.ts'
import { createSalesSums, salesCollections } from './sales-sums.ts'

type Counts = Partial<Record<OrderStatus, number>>

/** Of so many days products are summed up in one command, which must not grow with the years. */
const DAYS_AT_ONCE = 31

export interface SalesSummaryRepository {
  /**
   * All orders by day of the shop's clock and state, and the products sold most since a moment (null: ever), without
   * canceled orders; those of more than 31 days may be ten minutes old.
   */
  summarize(query: { readonly since: Date | null; readonly sellers: number }): Promise<SalesSummary>
  /** The number of orders, of one state or of all; null while so many are to be added that nobody should wait for it. */
  count(status?: OrderStatus): Promise<number | null>
  /** Takes an order out of the sums before its lines change; the next reading adds it again as it is then. */
  remove(tx: Transaction, orderId: number): Promise<void>
  /** Adds all orders to the sums that are not in them yet, until it is told to stop; every reading does so before. */
  catchUp(signal?: AbortSignal): Promise<void>
}

/** What the shop sold, kept as sums per day, so that reading them costs the same however many orders there are. */
export function createSalesSummaryRepository(database: Database): SalesSummaryRepository {
  const sums = createSalesSums(database)
  const { days, products } = salesCollections(database)

  /** The sums of all days. */
  async function readDays(): Promise<readonly DaySales[]> {
    const rows = await readAll(database, days, { filter: {} })
    return rows.flatMap(({ _id: day, statuses }) =>
      (Object.entries(statuses) as [OrderStatus, Omit<DaySales, 'day' | 'status'>][])
        .filter(([, { orders }]) => orders > 0)
        .map(([status, { orders: count, totalCents }]) => ({ day, status, orders: count, totalCents })),
    )
  }

  /** How many orders have each status. The database adds up the days: each page of staff's lists asks. */
  async function readCounts(): Promise<Counts> {
    const ofStatus = ORDER_STATUSES.map((status) => [status, { $sum: `$statuses.${status}.orders` }])
    const found = days.aggregate<Counts>([{ $group: { _id: null, ...Object.fromEntries(ofStatus) } }])
    return (await found.next()) ?? {}
  }

  /** Readers that come at once share a pass; one that begins later also has what was ordered meanwhile. */
  function shared<Sums>(readSums: () => Promise<Sums>): () => Promise<Sums | null> {
    const share = combineCalls(async (readers: readonly null[]) => {
      const read = (await sums.addFew()) ? await readSums() : null
      return readers.map(() => read)
    })
    return () => share(null)
  }
  const shareDays = shared(readDays)
  const shareCounts = shared(readCounts)

  async function daySales(): Promise<readonly DaySales[]> {
    for (;;) {
      const byDay = await shareDays()
      if (byDay !== null) return byDay
      await sums.addAll()
    }
  }

  /** What was sold on these days, product by product. */
  function soldOn(some: readonly string[]): Promise<ProductSales[]> {
    return products
      .aggregate<Omit<ProductSales, 'productId'> & { _id: number }>([
        { $match: { day: { $in: some } } },
        { $sort: { day: 1 } },
        {
          $group: {
            _id: '$productId',
            productName: { $last: '$productName' },
            quantity: { $sum: '$quantity' },
            revenueCents: { $sum: '$revenueCents' },
          },
        },
      ])
      .map(({ _id: productId, ...sold }) => ({ productId, ...sold }))
      .toArray()
  }

  /** @param among days in their order */
  async function readTopSellers(among: readonly string[], count: number): Promise<readonly ProductSales[]> {
    const parts: ProductSales[][] = []
    for (let from = 0; from < among.length; from += DAYS_AT_ONCE)
      parts.push(await soldOn(among.slice(from, from + DAYS_AT_ONCE)))
    return bestSellers(parts, count)
  }

  const topSellersOfLongSpans = createSlowReadCache<readonly ProductSales[]>()

  /** The same; those of long spans may be some minutes old. */
  function topSellers(among: readonly string[], count: number): Promise<readonly ProductSales[]> {
    if (among.length <= DAYS_AT_ONCE) return readTopSellers(among, count)
    return topSellersOfLongSpans(`${count} since ${among[0]}`, () => readTopSellers(among, count))
  }

  return {
    async catchUp(signal) {
      if (await sums.isAnyDue()) await sums.addAll(signal)
    },
    remove: sums.remove,
    async summarize({ since, sellers }) {
      const byDay = await daySales()
      const first = since === null ? '' : centralTime(since).day
      const among = [...new Set(byDay.map(({ day }) => day))].filter((day) => day >= first).sort()
      return { days: byDay, topSellers: await topSellers(among, sellers) }
    },
    async count(status) {
      const counts = await shareCounts()
      if (counts === null) return null
      const asked: readonly OrderStatus[] = status === undefined ? ORDER_STATUSES : [status]
      return asked.reduce((sum, each) => sum + (counts[each] ?? 0), 0)
    },
  }
}
