import { beginsWith } from '#platform/database/begins-with'
import type { Database } from '#platform/database/database'
import { readBatches } from '#platform/database/read-all'
import { orderCollection, type OrderDocument } from './order-document.ts'
import { toRecord, type OrderRecord } from './order-mapping.ts'
import { READ_AT_ONCE, readOrders } from './read-orders.ts'
import { OPEN_RETURNS, shopFilter, type ShopQuery } from './shop-filter.ts'

/** The orders of all customers, as staff list, search and count them; never for a customer's request. */
export interface ShopOrdersRepository {
  /** Newest first unless the oldest are asked for. */
  listForShop(
    query: ShopQuery & { readonly isOldestFirst?: true; readonly limit: number; readonly offset: number },
  ): Promise<readonly OrderRecord[]>
  /** How many orders a search finds; it counts no further than `limit`. */
  countForShop(query: ShopQuery, limit: number): Promise<number>
  /** Has the database make ready what a search of any customers' orders needs. */
  prepareSearch(): Promise<void>
  countAwaitingRelease(): Promise<number>
  /** How many orders have returns that wait for staff. */
  countOpenReturns(): Promise<number>
  /** Those of these pictures that an order shows. */
  shownImages(fileNames: readonly string[]): Promise<ReadonlySet<string>>
}

/** Search keys are letters and digits. */
const NO_KEY = '#'

export function createShopOrdersRepository(database: Database): ShopOrdersRepository {
  const orders = orderCollection(database)

  return {
    async listForShop({ limit, offset, isOldestFirst, ...query }) {
      // Numbers grow with time.
      const direction = isOldestFirst ? 1 : -1
      const filter = await shopFilter(orders, query)
      return readOrders(orders.find(filter).sort({ _id: direction }).skip(offset).limit(limit), toRecord)
    },
    countForShop: async (query, limit) => orders.countDocuments(await shopFilter(orders, query), { limit }),
    async prepareSearch() {
      await orders.findOne({ searchKeys: beginsWith(NO_KEY) }, { projection: { _id: 1 } })
    },
    countAwaitingRelease: () => orders.countDocuments({ awaitsRelease: true }),
    countOpenReturns: () => orders.countDocuments({ openReturns: OPEN_RETURNS }),
    async shownImages(fileNames) {
      const wanted = new Set(fileNames)
      const shown = new Set<string>()
      const batches = readBatches<OrderDocument, Pick<OrderDocument, 'items'>>(database, orders, {
        filter: {},
        projection: { items: 1 },
        batchSize: READ_AT_ONCE,
      })
      for await (const batch of batches)
        for (const { image } of batch.flatMap(({ items }) => items)) {
          const name = fileNameOf(image)
          if (wanted.has(name)) shown.add(name)
        }
      return shown
    },
  }
}

/** The end of it, because a product's image may be stored as a name, a path or an address. */
function fileNameOf(image: string): string {
  const path = image.replace(/[?#].*/s, '')
  return path.slice(path.lastIndexOf('/') + 1)
}
