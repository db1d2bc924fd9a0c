import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { searchableCollection, ProductDocument } from '../../persistence/product-document.ts'
import { toProduct } from '../../persistence/product-mapping.ts'
import type { CatalogSearch } from '../catalog-search.ts'
import { productText } from '../product-text.ts'
import { MAX_MS } from './product-queries.ts'

/** What is read of products whose ids are known; it waits for no turn, because each read is short. */
export function createStoredProducts(deps: {
  readonly database: Database
  readonly products: ReturnType<typeof searchableCollection>
  readonly encoder: ProductEncoder
}): Pick<CatalogSearch, 'texts' | 'linkedIds' | 'listEditTimes'> {
  const { database, products, encoder } = deps

  return {
    async texts(ids) {
      if (ids.length === 0) return []
      // Others are answered while long ones are decoded.
      const documents = await readAll(database, products, { filter: { _id: { $in: [...ids] } } })
      const found = new Map(documents.map((document) => [document._id, toProduct(document)]))
      return ids.flatMap((id) => {
        const product = found.get(id)
        return product === undefined ? [] : [productText(encoder, product)]
      })
    },
    async linkedIds(id) {
      const projection = { linkedIds: 1 }
      const found = await products.findOne<Pick<ProductDocument, 'linkedIds'>>({ _id: id }, { projection })
      return found === null ? null : (found.linkedIds ?? [])
    },
    async listEditTimes({ afterId, limit }) {
      const found = products.find<Pick<ProductDocument, '_id' | 'updatedAt'>>(
        { _id: { $gt: afterId } },
        { projection: { updatedAt: 1 }, sort: { _id: 1 }, limit, maxTimeMS: MAX_MS },
      )
      return (await found.toArray()).map(({ _id, updatedAt }) => ({ id: _id, updatedAt }))
    },
  }
}
