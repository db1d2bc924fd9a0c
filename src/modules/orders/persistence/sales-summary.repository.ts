import { centralTime, type Day } from '#platform/time/business-days'
import { combineCalls } from '#platform/concurrency/combine-calls'
import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { createSlowReadCache } from '#platform/concurrency/slow-read-cache'
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status.ts'
import { bestSellers, type ProductSales, type SalesQuery, type SalesSummary, type Sums } from '../domain/sales.ts'
import { keepDays, type KeptDays } from './kept-days.ts'
import { createSalesSums, REVISIONS, salesCollections } from './sales-sums.ts'

/** Of so many days products are summed up in one command, which must not grow with the years. */
const DAYS_AT_ONCE = 31

/** The sums of what was sold, see `SalesSums` for how they are kept. */
export interface SalesSummaryRepository {
  /**
   * All orders in one sum and by day of the shop's clock and state, and the products sold most, without canceled orders;
   * those of more than 31 days may be ten minutes old.
   */
  summarize(query: SalesQuery): Promise<SalesSummary>
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
  const { days, products, revisions } = salesCollections(database)

  const readDays = keepDays({
    revisions: async () => (await revisions.findOne({ _id: REVISIONS }))?.months ?? {},
    days: (among) => readAll(database, days, { filter: among === null ? {} : { _id: { $in: [...among] } } }),
  })

  /** Readers that come at once share a pass; one that begins later also has what was ordered meanwhile. */
  const shareDays = combineCalls(async (readers: readonly null[]) => {
    const kept = (await sums.addFew()) ? await readDays() : null
    return readers.map(() => kept)
  })

  async function keptDays(): Promise<KeptDays> {
    for (;;) {
      const kept = await shareDays(null)
      if (kept !== null) return kept
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
    async summarize({ since, daysSince, sellers }) {
      const kept = await keptDays()
      const among = [...new Set(kept.since(firstDay(since)).map(({ day }) => day))].sort()
      return {
        ever: sumOf(kept, ORDER_STATUSES),
        days: kept.since(firstDay(daysSince)),
        topSellers: await topSellers(among, sellers),
      }
    },
    async count(status) {
      const kept = await shareDays(null)
      return kept && sumOf(kept, status === undefined ? ORDER_STATUSES : [status]).orders
    },
  }
}

function firstDay(since: Date | null): Day {
  return since === null ? '' : centralTime(since).day
}

function sumOf(kept: KeptDays, statuses: readonly OrderStatus[]): Sums {
  return statuses
    .map((status) => kept.of(status))
    .reduce((sum, { orders, totalCents }) => ({
      orders: sum.orders + orders,
      totalCents: sum.totalCents + totalCents,
    }))
}
