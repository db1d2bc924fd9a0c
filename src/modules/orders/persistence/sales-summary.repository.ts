import { centralTime } from '#platform/business-days'
import { combineCalls } from '#platform/combine-calls'
import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { keepFigures } from '#platform/kept-figures'
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status.ts'
import { bestSellers, dayOf, salesIn, type DaySales, type ProductSales, type SalesSummary } from '../domain/sales.ts'
import { orderCollection, type OrderDocument } from './order.model.ts'

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

type Counts = Partial<Record<OrderStatus, number>>

/** How many orders are added in one transaction, … */
const BATCH = 250
/** … and with how many lines together: an order may have a hundred, and others are answered meanwhile. */
const MAX_LINES = 2000
/** How many orders are decoded at once. */
const READ_AT_ONCE = 25
/** So many a reader waits for; an upgrade may leave all that the shop has, a minute's work for 100,000. */
const FEW_DUE = 1000
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

  /** Orders that are due, up to those that make a batch full. */
  async function readBatch(session: Transaction['session']) {
    const due: OrderDocument[] = []
    let lines = 0
    const found = orders.find(
      { isSummed: null },
      { session, limit: BATCH, batchSize: READ_AT_ONCE, projection: TO_SUM },
    )
    for await (const order of found) {
      due.push(order)
      lines += order.items.length
      if (lines >= MAX_LINES) break
    }
    return { due, isFull: due.length === BATCH || lines >= MAX_LINES }
  }

  /** @returns whether there may be more */
  async function addBatch(tx: Transaction): Promise<boolean> {
    const { session } = tx
    const { due, isFull } = await readBatch(session)
    if (due.length === 0) return false
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
    return isFull
  }

  let adding: Promise<void> | null = null

  /** Adds all orders that are due, batch by batch; who needs them meanwhile waits for the same pass. */
  function addDue(signal?: AbortSignal): Promise<void> {
    async function add(): Promise<void> {
      for (;;) if (signal?.aborted === true || !(await database.transaction(addBatch))) return
    }
    adding ??= add().finally(() => (adding = null))
    return adding
  }

  /** Adds the few orders that are due; false when those are many. */
  async function addFew(): Promise<boolean> {
    const due = await orders.countDocuments({ isSummed: null }, { limit: FEW_DUE + 1 })
    if (due > FEW_DUE) return false
    if (due > 0) {
      // A pass that is at its end may have looked before the latest order was there.
      await adding
      await addDue()
    }
    return true
  }

  /** The sums of all days. */
  async function readDays(): Promise<readonly DaySales[]> {
    const rows = await readAll(database, days, { filter: {} })
    return rows.flatMap(({ _id: day, statuses }) =>
      (Object.entries(statuses) as [OrderStatus, Omit<DaySales, 'day' | 'status'>][])
        .filter(([, sums]) => sums.orders > 0)
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
  function shared<Sums>(read: () => Promise<Sums>): () => Promise<Sums | null> {
    const share = combineCalls(async (readers: readonly null[]) => {
      const sums = (await addFew()) ? await read() : null
      return readers.map(() => sums)
    })
    return () => share(null)
  }
  const shareDays = shared(readDays)
  const shareCounts = shared(readCounts)

  async function daySales(): Promise<readonly DaySales[]> {
    for (;;) {
      const sums = await shareDays()
      if (sums !== null) return sums
      await addDue()
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

  const keptTopSellers = keepFigures<readonly ProductSales[]>()

  /** The same; those of long spans may be some minutes old. */
  function topSellers(among: readonly string[], count: number): Promise<readonly ProductSales[]> {
    if (among.length <= DAYS_AT_ONCE) return readTopSellers(among, count)
    return keptTopSellers(`${count} since ${among[0]}`, () => readTopSellers(among, count))
  }

  return {
    async catchUp(signal) {
      if ((await orders.findOne({ isSummed: null }, { projection: { _id: 1 } })) !== null) await addDue(signal)
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
      const counts = await shareCounts()
      if (counts === null) return null
      const asked: readonly OrderStatus[] = status === undefined ? ORDER_STATUSES : [status]
      return asked.reduce((sum, each) => sum + (counts[each] ?? 0), 0)
    },
  }
}

const TO_SUM = { status: 1, summedAs: 1, summedDay: 1, createdAt: 1, totalCents: 1, items: 1 } as const
