import type { CatalogModule, Product } from '#modules/catalog'
import type { Transaction } from '#platform/database/database'
import type { ProductImport } from '../import.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { Candidates, RowKeys } from '../rules/decide-group.ts'
import { formerSku } from '../rules/former-sku.ts'
import { gtinKey, gtinSpellings } from '../rules/gtin.ts'

type List = Pick<ProductImport, 'id' | 'supplier' | 'sheet'>

/** The products that the rows of a group may mean, as the transaction sees them. */
export type FindCandidates = (tx: Transaction | null, keys: RowKeys, list: List) => Promise<Candidates>

export function createFindCandidates(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'findProductsByKeys'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'findByGtins' | 'findNamedBy' | 'findNoted'>
}): FindCandidates {
  const { catalog, supplierProducts } = deps

  async function findByGtins(tx: Transaction | null, gtins: readonly string[]): Promise<Candidates['byGtin']> {
    const noted = await supplierProducts.findByGtins(tx, gtins.flatMap(gtinSpellings))
    const ids = new Set(noted.map(({ productId }) => productId))
    const found = ids.size === 0 ? [] : await catalog.findProducts([...ids], tx ?? undefined)
    const byId = new Map(found.map((product) => [product.id, product]))
    const [asWritten, byKey] = [new Map<string, Product>(), new Map<string, Product>()]
    // Of several products with one EAN, the oldest that was not deleted.
    for (const { gtin, productId } of noted) {
      const product = byId.get(productId)
      if (product === undefined) continue
      asWritten.set(gtin, product)
      byKey.set(gtinKey(gtin), product)
    }
    return new Map(
      gtins.flatMap((gtin): [string, Product][] => {
        // A version before this one took another spelling for another product, and each list has its own.
        const product = asWritten.get(gtin) ?? byKey.get(gtinKey(gtin))
        return product === undefined ? [] : [[gtin, product]]
      }),
    )
  }

  /** Only such as the supplier's lists have brought: of others it may be the number of another article. */
  async function findByFormerSkus(
    tx: Transaction | null,
    skus: readonly string[],
    products: readonly Product[],
    { supplier, sheet }: List,
  ): Promise<Candidates['byFormerSku']> {
    if (supplier === null || sheet === null) return new Map()
    const [listed, known] = [new Set(skus), new Set(products.map(({ sku }) => sku))]
    const current = new Map<string, string>()
    for (const sku of skus) {
      const former = known.has(sku) ? null : formerSku(sku)
      if (former !== null && !listed.has(former)) current.set(former, sku)
    }
    if (current.size === 0) return new Map()
    const found = await catalog.findProductsByKeys(tx, { skus: [...current.keys()], names: [] })
    const ids = found.map(({ id }) => id)
    const own = new Set(await supplierProducts.findNoted(tx, supplier.id, ids))
    return new Map(
      found.flatMap((product): [string, Product][] => {
        const sku = current.get(product.sku ?? '')
        return sku === undefined || !own.has(product.id) ? [] : [[sku, product]]
      }),
    )
  }

  return async function findCandidates(tx, keys, list) {
    const { id: importId, supplier } = list
    const byGtin = await findByGtins(tx, keys.gtins)
    const products = await catalog.findProductsByKeys(tx, keys)
    const byFormerSku = await findByFormerSkus(tx, keys.skus, products, list)
    const named =
      supplier === null || keys.gtins.length === 0
        ? []
        : await supplierProducts.findNamedBy(
            tx,
            { supplierId: supplier.id, importId },
            products.map((product) => product.id),
          )
    return { products, byGtin, byFormerSku, named: new Set(named) }
  }
}
