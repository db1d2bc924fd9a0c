import type { ProductPage, ProductQuery } from '../domain/product-query.ts'
import type { CatalogModule } from '../index.ts'

/** The products of one page of a list, as the database has them. */
export async function listProducts(catalog: CatalogModule, query: ProductQuery): Promise<ProductPage> {
  const { ids, total } = await catalog.findIds(query)
  const found = new Map((await catalog.findProducts(ids)).map((product) => [product.id, product]))
  return { products: ids.flatMap((id) => found.get(id) ?? []), total }
}
