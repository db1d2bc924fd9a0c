import type { Day } from '#platform/time/business-days'
import type { Database, Transaction } from '#platform/database/database'
import type { OrderStatus } from '../domain/order-status.ts'
import { dayOf, salesIn, type ProductSales } from '../domain/sales.ts'
import { monthOf, type DayRow, type Revisions } from './kept-days.ts'
import { orderCollection, type OrderDocument } from './order-document.ts'

/** How often the sums of each month's days were changed. */
interface RevisionsRow {
  _id: typeof REVISIONS
  months: Revisions
}

/** What was sold of one product on one day of the shop's clock, without canceled orders. */
interface ProductDayRow extends ProductSales {
  _id: string
  readonly day: string
}

/** The row that has all revisions. */
export const REVISIONS = 'days'

/** How many orders are added in one transaction, … */
const BATCH = 250
/** … and with how many lines together: an order may have a hundred, and others are answered meanwhile. */
const MAX_LINES = 2000
/** How many orders are decoded at once. */
const READ_AT_ONCE = 25
/** So many a reader waits for; an upgrade may leave all that the shop has, a minute's work for 100,000. */
const FEW_DUE = 1000

const TO_SUM = { status: 1, summedAs: 1, summedDay: 1, createdAt: 1, totalCents: 1, items: 1 } as const

/** The sums by day, and by day and product, and how often those of each month were changed. */
export function salesCollections(database: Database) {
  return {
    days: database.collection<DayRow>('sales_by_day'),
    revisions: database.collection<RevisionsRow>('sales_revisions'),
    products: database.collection<ProductDayRow>('product_sales_by_day', [{ key: { day: 1 }, name: 'day' }]),
  }
}

/** Brings orders into the sums of their days. An order is due while it has no mark (`isSummed`). */
export interface SalesSums {
  /** Adds all orders that are due, until it is told to stop; who asks meanwhile waits for the same pass. */
  addAll(signal?: AbortSignal): Promise<void>
  /** Adds the orders that are due where these are few; returns false when they are many. */
  addFew(): Promise<boolean>
  /** Whether any order is due. */
  isAnyDue(): Promise<boolean>
  /** Takes an order out of the sums, before its lines change; it is due from then on. */
  remove(tx: Transaction, orderId: number): Promise<void>
}

/**
 * An order is not added where it is placed or moved, because all customers would wait for the same few rows. It only
 * loses its mark, and the next reading adds it: by what it is now, minus what it was added as before.
 */
export function createSalesSums(database: Database): SalesSums {
  const orders = orderCollection(database)
  const { days, products, revisions } = salesCollections(database)
  let pass: Promise<void> | null = null

  async function changeSums({ session }: Transaction, { byDay, byProduct }: SoldSums): Promise<void> {
    if (byDay.length > 0) {
      await days.bulkWrite(byDay.map(dayUpdate), { session })
      const changed = new Set(byDay.map(({ day }) => `months.${monthOf(day)}`))
      await revisions.updateOne(
        { _id: REVISIONS },
        { $inc: Object.fromEntries([...changed].map((field) => [field, 1])) },
        { session, upsert: true },
      )
    }
    if (byProduct.length > 0) await products.bulkWrite(byProduct.map(productUpdate), { session })
  }

  /** Orders that are due, up to those that make a batch full. */
  async function readBatch({ session }: Transaction) {
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

  /** Notes of each order as what it is in the sums now: one command for all of the same day and status. */
  async function mark({ session }: Transaction, added: readonly OrderDocument[]): Promise<void> {
    for (const { ids, ...summed } of alike(added))
      await orders.updateMany({ _id: { $in: ids } }, { $set: { isSummed: true, ...summed } }, { session })
  }

  /** @returns whether there may be more */
  async function addBatch(tx: Transaction): Promise<boolean> {
    const { due, isFull } = await readBatch(tx)
    if (due.length === 0) return false
    await changeSums(tx, salesIn(due))
    await mark(tx, due)
    return isFull
  }

  async function addBatches(signal?: AbortSignal): Promise<void> {
    let isMore = true
    while (isMore) isMore = signal?.aborted !== true && (await database.transaction(addBatch))
  }

  function addAll(signal?: AbortSignal): Promise<void> {
    pass ??= addBatches(signal).finally(() => (pass = null))
    return pass
  }

  return {
    addAll,
    async addFew() {
      const due = await orders.countDocuments({ isSummed: null }, { limit: FEW_DUE + 1 })
      if (due > FEW_DUE) return false
      if (due > 0) {
        // A pass that is at its end may have looked before the latest order was there.
        await pass
        await addAll()
      }
      return true
    },
    async isAnyDue() {
      return (await orders.findOne({ isSummed: null }, { projection: { _id: 1 } })) !== null
    },
    async remove(tx, orderId) {
      const { session } = tx
      const order = await orders.findOne({ _id: orderId }, { session, projection: TO_SUM })
      if (order?.summedAs === undefined) return
      await changeSums(tx, salesIn([{ ...order, status: null }]))
      await orders.updateOne({ _id: orderId }, { $unset: { isSummed: '', summedAs: '', summedDay: '' } }, { session })
    },
  }
}

type SoldSums = ReturnType<typeof salesIn>

function dayUpdate({ day, status, orders, totalCents }: SoldSums['byDay'][number]) {
  const sums = { [`statuses.${status}.orders`]: orders, [`statuses.${status}.totalCents`]: totalCents }
  return { updateOne: { filter: { _id: day }, update: { $inc: sums }, upsert: true } }
}

function productUpdate({ day, productId, productName, quantity, revenueCents }: SoldSums['byProduct'][number]) {
  const update = { $inc: { quantity, revenueCents }, $set: { productName }, $setOnInsert: { day, productId } }
  return { updateOne: { filter: { _id: `${day} ${productId}` }, update, upsert: true } }
}

/** Orders of the same day and status together. */
function alike(orders: readonly OrderDocument[]) {
  const groups = new Map<string, { readonly summedAs: OrderStatus; readonly summedDay: Day; readonly ids: number[] }>()
  for (const order of orders) {
    const [summedAs, summedDay] = [order.status, dayOf(order)]
    const group = groups.get(`${summedDay} ${summedAs}`) ?? { summedAs, summedDay, ids: [] }
    group.ids.push(order._id)
    groups.set(`${summedDay} ${summedAs}`, group)
  }
  return groups.values()
}
