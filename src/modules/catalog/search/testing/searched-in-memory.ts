import type { Product } from '../../domain/product.ts'
import type { CatalogSearch } from '../catalog-search.ts'
import { CatalogIndex } from '../memory/catalog-index.ts'

/** Lists, counts and brands of these products, by an index that nothing changes. */
export function searchedInMemory(
  products: readonly Product[],
): Pick<CatalogSearch, 'list' | 'count' | 'brands' | 'countFacets'> {
  const index = new CatalogIndex()
  index.update(
    products.map(({ id }) => id),
    products,
  )
  return {
    list: async (query) => index.list(query),
    count: async (filters) => index.count(filters),
    brands: async () => index.brands,
    countFacets: async (filters) => index.facets(filters),
  }
}
