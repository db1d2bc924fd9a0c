import type { CatalogModule } from '#modules/catalog'
import type { mongo } from 'mongoose'
import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { SchemaStep } from '#platform/database/schema-steps'
import { searchKeysOf } from '../domain/order-search.ts'
import { dayOf, isOnOtherDay } from '../domain/sales.ts'
import { orderCollection, type OrderDocument } from './order-document.ts'

const BATCH = 500

/** Changes of the form of stored orders, in the order of their release. */
export function orderSchemaSteps(
  database: Database,
  catalog: Pick<CatalogModule, 'findProducts'>,
): readonly SchemaStep[] {
  const orders = orderCollection(database)

  /** Writes article numbers and search keys of orders, some hundred at a time. */
  function fillSearchKeys(name: string, which: mongo.Filter<OrderDocument>): SchemaStep {
    let done = -1
    return {
      name,
      async runBatch() {
        const batch = await readAll<OrderDocument>(database, orders, {
          filter: { ...which, _id: { $gt: done } },
          sort: { _id: 1 },
          limit: BATCH,
        })
        const last = batch.at(-1)
        if (last === undefined) return false
        const ids = batch.flatMap(({ items }) => items.map(({ productId }) => productId))
        const products = await catalog.findProducts([...new Set(ids)])
        const skus = new Map(products.map(({ id, sku }) => [id, sku]))
        const { matchedCount } = await orders.bulkWrite(
          batch.map((order) => {
            const { invoice = null, returns = [] } = order
            const lines = order.items.map((item) => ({ ...item, sku: item.sku ?? skus.get(item.productId) ?? null }))
            const searchKeys = searchKeysOf({ ...order, id: order._id, lines, invoice, returns })
            const items = lines.map(({ sku, ...item }) => (sku === null ? item : { ...item, sku }))
            // A process of the version before may change the order meanwhile: then the batch is read again.
            const filter = { _id: order._id, updatedAt: order.updatedAt }
            return { updateOne: { filter, update: { $set: { items, searchKeys } } } }
          }),
          { ordered: false },
        )
        if (matchedCount === batch.length) done = last._id
        return true
      },
    }
  }

  /** Has orders of an evening added to their day anew; what is there already is noted of the others. */
  function moveSalesToDaysOfShop(): SchemaStep {
    let done = -1
    const which = { isSummed: true, summedDay: { $exists: false } } as const
    return {
      name: 'orders-sum-by-days-of-the-shop',
      async runBatch() {
        const batch = await orders
          .find({ ...which, _id: { $gt: done } }, { projection: { createdAt: 1 }, sort: { _id: 1 }, limit: BATCH })
          .toArray()
        const last = batch.at(-1)
        if (last === undefined) return false
        await orders.bulkWrite(
          batch.map((order) => {
            const update = isOnOtherDay(order)
              ? { $unset: { isSummed: '' as const } }
              : { $set: { summedDay: dayOf(order) } }
            return { updateOne: { filter: { _id: order._id, ...which }, update } }
          }),
          { ordered: false },
        )
        done = last._id
        return true
      },
    }
  }

  return [
    // Orders were found by number, name, address of mail and tracking number alone, and had no article numbers.
    fillSearchKeys('orders-fill-search-keys', {}),
    // Numbers of invoices and returns were no keys.
    fillSearchKeys('orders-fill-printed-numbers', {
      $or: [{ invoice: { $exists: true } }, { returns: { $exists: true } }],
    }),
    // The sums of what was sold had the days of UTC.
    moveSalesToDaysOfShop(),
  ]
}
