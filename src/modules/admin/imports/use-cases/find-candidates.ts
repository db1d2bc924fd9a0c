import type { CatalogModule, Product } from '#modules/catalog'
import type { Transaction } from '#platform/database/database'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { Candidates, RowKeys } from '../rules/decide-group.ts'

/** The products that the rows of a group may mean, as the transaction sees them. */
export type FindCandidates = (tx: Transaction | null, keys: RowKeys) => Promise<Candidates>

export function createFindCandidates(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'findProductsByKeys'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'findByGtins'>
}): FindCandidates {
  const { catalog, supplierProducts } = deps
  return async function findCandidates(tx, keys) {
    const noted = await supplierProducts.findByGtins(tx, keys.gtins)
    const ids = new Set(noted.map(({ productId }) => productId))
    const found = ids.size === 0 ? [] : await catalog.findProducts([...ids], tx ?? undefined)
    const byId = new Map(found.map((product) => [product.id, product]))
    // Of several products with one EAN, the oldest that was not deleted.
    const byGtin = new Map(
      noted.flatMap(({ gtin, productId }): [string, Product][] => {
        const product = byId.get(productId)
        return product === undefined ? [] : [[gtin, product]]
      }),
    )
    return { products: await catalog.findProductsByKeys(tx, keys), byGtin }
  }
}
