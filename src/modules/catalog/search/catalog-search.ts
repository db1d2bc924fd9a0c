import type { Logger } from '#platform/logger'
import type { ProductFacets, ProductFilters, ProductQuery } from '../domain/product-query.ts'
import type { CatalogStats, StaffProductQuery } from '../domain/staff-query.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import { createIndexUpdater } from './index-updater.ts'

/** The ids of one page in their order, and how many products match over all pages. */
export interface FoundProducts {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * The interface of this folder: every list, count and search of the catalog. An index of some hundred bytes per product
 * serves them from memory, so that a list costs no query; the database remains the source of truth. Every answer
 * includes all changes that were announced before the call. While the database is down, the last index answers.
 */
export interface CatalogSearch {
  /** One page of products; with a search and no sort the best match comes first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /** One page of the staff's table. */
  listForStaff(query: StaffProductQuery): Promise<FoundProducts>
  /** The number of products, of featured and of sold-out ones, and the products with low stock. */
  stats(): Promise<CatalogStats>
  /** Reads changed products again (null: all of them) and resolves when the index shows them. */
  refresh(productIds: readonly number[] | null): Promise<void>
}

/** Empty until the first `refresh(null)`. */
export function createCatalogSearch(deps: {
  readonly products: Pick<ProductRepository, 'streamSearchFields' | 'findSearchFields'>
  readonly logger: Logger
}): CatalogSearch {
  const updater = createIndexUpdater(deps)
  return {
    list: async (query) => (await updater.upToDate()).list(query),
    countFacets: async (filters) => (await updater.upToDate()).facets(filters),
    suggest: async (text) => (await updater.upToDate()).suggest(text),
    listForStaff: async (query) => (await updater.upToDate()).listForStaff(query),
    stats: async () => (await updater.upToDate()).stats(),
    refresh: updater.refresh,
  }
}
