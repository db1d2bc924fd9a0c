import { LRUCache } from 'lru-cache'
import { centralTime } from '#platform/business-days'
import { combineCalls } from '#platform/combine-calls'
import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { MINUTE_MS } from '#platform/durations'
import type { OrderStatus } from '../domain/order-status.ts'
import { bestSellers, dayOf, salesIn, type DaySales, type ProductSales, type SalesSummary } from '../domain/sales.ts'
import { orderCollection } from './order.model.ts'

/** The sums of one day of the shop's clock. */
interface DayRow {
  /** "2026-03-14" */
  _id: string
  statuses: Partial<Record<OrderStatus, { orders: number; totalCents: number }>>
}

/** What was sold of one product on one day of the shop's clock, without canceled orders. */
interface ProductDayRow extends ProductSales {
  _id: string
  readonly day: string
}

/** How many orders are added in one transaction. */
const BATCH = 250
/** Of so many days products are summed up in one command: the built-in database answers nothing else meanwhile. */
const DAYS_AT_ONCE = 31
/** How long the best sellers of more days are kept, in ms. An order more hardly changes them, and every order asks for them. */
const KEPT_MS = 10 * MINUTE_MS
/** Of how many spans. */
const MAX_KEPT = 10

export interface SalesSummaryRepository {
  /**
   * All orders by day of the shop's clock and state, and the products sold most since a moment (null: ever), without
   * canceled orders; those of more than 31 days may be ten minutes old.
   */
  summarize(query: { readonly since: Date | null; readonly sellers: number }): Promise<SalesSummary>
  /** The number of orders, of one state or of all. */
  count(status?: OrderStatus): Promise<number>
  /** Takes an order out of the sums before its lines change; the next reading adds it again as it is then. */
  remove(tx: Transaction, orderId: number): Promise<void>
  /** Adds all orders to the sums that are not in them yet; every reading does so before. */
  catchUp(): Promise<void>
}

/**
 * What the shop sold, kept as sums per day, so that reading them costs the same however many orders there are.
 *
 * An order is not added where it is placed or moved, because all customers would wait for the same few rows. It only
 * loses its mark, and the next reading adds it: by what it is now, minus what it was added as before.
 */
export function createSalesSummaryRepository(database: Database): SalesSummaryRepository {
  const orders = orderCollection(database)
  const days = database.collection<DayRow>('sales_by_day')
  const products = database.collection<ProductDayRow>('product_sales_by_day', [{ key: { day: 1 }, name: 'day' }])

  async function add({ session }: Transaction, { byDay, byProduct }: ReturnType<typeof salesIn>): Promise<void> {
    if (byDay.length > 0)
      await days.bulkWrite(
        byDay.map(({ day, status, orders: count, totalCents }) => ({
          updateOne: {
            filter: { _id: day },
            update: { $inc: { [`statuses.${status}.orders`]: count, [`statuses.${status}.totalCents`]: totalCents } },
            upsert: true,
          },
        })),
        { session },
      )
    if (byProduct.length > 0)
      await products.bulkWrite(
        byProduct.map(({ day, productId, productName, quantity, revenueCents }) => ({
          updateOne: {
            filter: { _id: `${day} ${productId}` },
            update: { $inc: { quantity, revenueCents }, $set: { productName }, $setOnInsert: { day, productId } },
            upsert: true,
          },
        })),
        { session },
      )
  }

  /** @returns how many orders were added */
  async function addBatch(tx: Transaction): Promise<number> {
    const { session } = tx
    const due = await orders
      .find({ isSummed: null }, { session, limit: BATCH, batchSize: BATCH + 1, projection: TO_SUM })
      .toArray()
    if (due.length === 0) return 0
    await add(tx, salesIn(due))
    const alike = new Map<
      string,
      { readonly summedAs: OrderStatus; readonly summedDay: string; readonly ids: number[] }
    >()
    for (const order of due) {
      const [summedAs, summedDay] = [order.status, dayOf(order)]
      const those = alike.get(`${summedDay} ${summedAs}`) ?? { summedAs, summedDay, ids: [] }
      those.ids.push(order._id)
      alike.set(`${summedDay} ${summedAs}`, those)
    }
    for (const { ids, ...summed } of alike.values())
      await orders.updateMany({ _id: { $in: ids } }, { $set: { isSummed: true, ...summed } }, { session })
    return due.length
  }

  /** Adds all orders that are due, and reads the sums of all days. */
  async function sumUp(): Promise<readonly DaySales[]> {
    const isDue = (await orders.findOne({ isSummed: null }, { projection: { _id: 1 } })) !== null
    if (isDue) while ((await database.transaction(addBatch)) === BATCH);
    const rows = await readAll(database, days, { filter: {} })
    return rows.flatMap(({ _id: day, statuses }) =>
      (Object.entries(statuses) as [OrderStatus, Omit<DaySales, 'day' | 'status'>][])
        .filter(([, sums]) => sums.orders > 0)
        .map(([status, { orders: count, totalCents }]) => ({ day, status, orders: count, totalCents })),
    )
  }

  // Readers that come at once share a pass; one that begins later also has what was ordered meanwhile.
  const shareSums = combineCalls(async (readers: readonly null[]) => {
    const sums = await sumUp()
    return readers.map(() => sums)
  })
  const daySales = () => shareSums(null)

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

  const keptTopSellers = new LRUCache<string, Promise<readonly ProductSales[]>>({ max: MAX_KEPT, ttl: KEPT_MS })

  /** The same; those of long spans may be some minutes old. */
  function topSellers(among: readonly string[], count: number): Promise<readonly ProductSales[]> {
    if (among.length <= DAYS_AT_ONCE) return readTopSellers(among, count)
    const key = `${count} since ${among[0]}`
    const kept = keptTopSellers.get(key)
    if (kept !== undefined) return kept
    const read = readTopSellers(among, count)
    keptTopSellers.set(key, read)
    read.catch(() => keptTopSellers.delete(key))
    return read
  }

  return {
    async catchUp() {
      await daySales()
    },
    async remove(tx, orderId) {
      const { session } = tx
      const order = await orders.findOne({ _id: orderId }, { session, projection: TO_SUM })
      if (order?.summedAs === undefined) return
      await add(tx, salesIn([{ ...order, status: null }]))
      await orders.updateOne({ _id: orderId }, { $unset: { isSummed: '', summedAs: '', summedDay: '' } }, { session })
    },
    async summarize({ since, sellers }) {
      const byDay = await daySales()
      const first = since === null ? '' : centralTime(since).day
      const among = [...new Set(byDay.map(({ day }) => day))].filter((day) => day >= first).sort()
      return { days: byDay, topSellers: await topSellers(among, sellers) }
    },
    async count(status) {
      return (await daySales())
        .filter((sums) => status === undefined || sums.status === status)
        .reduce((sum, sums) => sum + sums.orders, 0)
    },
  }
}

const TO_SUM = { status: 1, summedAs: 1, summedDay: 1, createdAt: 1, totalCents: 1, items: 1 } as const
