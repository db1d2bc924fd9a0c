import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { SchemaStep } from '#platform/database/schema-steps'
import { productCollection, type ProductDocument } from './product.model.ts'

const BATCH = 1000
const LONG_AGO = new Date(0)

/** Changes of the form of stored products, in the order of their release. */
export function productSchemaSteps(database: Database): readonly SchemaStep[] {
  const products = productCollection(database)
  let done = -1

  return [
    {
      // Products that were stored before they had a change time changed long ago: nobody has an index from then.
      name: 'products-fill-changed-at',
      async runBatch() {
        const ids = await readAll<ProductDocument, Pick<ProductDocument, '_id'>>(database, products, {
          filter: { _id: { $gt: done } },
          projection: { _id: 1 },
          sort: { _id: 1 },
          limit: BATCH,
        })
        const last = ids.at(-1)
        if (last === undefined) return false
        await products.updateMany(
          // What another process writes meanwhile keeps its time.
          { _id: { $in: ids.map(({ _id }) => _id) }, changedIn: { $exists: false } },
          { $set: { changedAt: LONG_AGO, changedIn: 0 } },
        )
        done = last._id
        return true
      },
    },
  ]
}
