import type { CatalogModule, Product } from '#modules/catalog'
import type { Transaction } from '#platform/database/database'
import type { ProductImport } from '../import.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { Candidates, RowKeys } from '../rules/decide-group.ts'
import { gtinKey, gtinSpellings } from '../rules/gtin.ts'

/** The products that the rows of a group may mean, as the transaction sees them. */
export type FindCandidates = (
  tx: Transaction | null,
  keys: RowKeys,
  list: Pick<ProductImport, 'id' | 'supplier'>,
) => Promise<Candidates>

export function createFindCandidates(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'findProductsByKeys'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'findByGtins' | 'findNamedBy'>
}): FindCandidates {
  const { catalog, supplierProducts } = deps
  return async function findCandidates(tx, keys, { id: importId, supplier }) {
    const noted = await supplierProducts.findByGtins(tx, keys.gtins.flatMap(gtinSpellings))
    const ids = new Set(noted.map(({ productId }) => productId))
    const found = ids.size === 0 ? [] : await catalog.findProducts([...ids], tx ?? undefined)
    const byId = new Map(found.map((product) => [product.id, product]))
    // Of several products with one EAN, the oldest that was not deleted.
    const byGtin = new Map(
      noted.flatMap(({ gtin, productId }): [string, Product][] => {
        const product = byId.get(productId)
        return product === undefined ? [] : [[gtinKey(gtin), product]]
      }),
    )
    const products = await catalog.findProductsByKeys(tx, keys)
    const named =
      supplier === null || keys.gtins.length === 0
        ? []
        : await supplierProducts.findNamedBy(
            tx,
            { supplierId: supplier.id, importId },
            products.map((product) => product.id),
          )
    return { products, byGtin, named: new Set(named) }
  }
}
