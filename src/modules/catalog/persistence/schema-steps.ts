import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { SchemaStep } from '#platform/database/schema-steps'
import { isLocalUrl } from '#platform/remote-file/public-address'
import { changeTime } from './change-time.ts'
import { productCollection, type ProductDocument } from './product-document.ts'

const BATCH = 1000
const LONG_AGO = new Date(0)

type Named = Pick<ProductDocument, '_id' | 'name' | 'brand' | 'sku' | 'updatedAt'>

/** Changes of the form of stored products, in the order of their release. */
export function productSchemaSteps(database: Database): readonly SchemaStep[] {
  const products = productCollection(database)
  let done = -1
  let looked = -1
  let composed = -1

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
    {
      // Lists and the editor take no picture of a local network any more; a visitor's browser would ask for it there.
      name: 'products-drop-pictures-of-local-networks',
      async runBatch() {
        const found = await readAll<ProductDocument, Pick<ProductDocument, '_id' | 'image' | 'images' | 'updatedAt'>>(
          database,
          products,
          {
            filter: { _id: { $gt: looked } },
            projection: { _id: 1, image: 1, images: 1, updatedAt: 1 },
            sort: { _id: 1 },
            limit: BATCH,
          },
        )
        const last = found.at(-1)
        if (last === undefined) return false
        for (const { _id, image, images, updatedAt } of found) {
          if (![image, ...images].some(isLocalUrl)) continue
          const left = images.filter((each) => !isLocalUrl(each))
          const pictures = { image: isLocalUrl(image) ? (left[0] ?? '') : image, images: left }
          // What somebody has edited meanwhile stays as they left it.
          await products.updateOne({ _id, updatedAt }, { $set: { ...pictures, ...changeTime() } })
        }
        looked = last._id
        return true
      },
    },
    {
      // Forms and lists give each accented letter as one character now; a list would not find the product of a name that
      // was stored with two, and make another one.
      name: 'products-compose-letters',
      async runBatch() {
        const found = await readAll<ProductDocument, Named>(database, products, {
          filter: { _id: { $gt: composed } },
          projection: { _id: 1, name: 1, brand: 1, sku: 1, updatedAt: 1 },
          sort: { _id: 1 },
          limit: BATCH,
        })
        const last = found.at(-1)
        if (last === undefined) return false
        for (const { _id, name, brand, sku, updatedAt } of found) {
          const letters = { name: name.normalize(), brand: brand.normalize() }
          const number = sku?.normalize() ?? null
          if (letters.name === name && letters.brand === brand && number === (sku ?? null)) continue
          const isFree = number === null || (await products.findOne({ sku: number, _id: { $ne: _id } })) === null
          const set = { ...letters, ...(isFree && number !== null && { sku: number }), ...changeTime() }
          await products.updateOne({ _id, updatedAt }, { $set: set })
        }
        composed = last._id
        return true
      },
    },
  ]
}
