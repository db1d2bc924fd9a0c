import type { Logger } from '#platform/logger'
import type { ProductFacets, ProductFilters, ProductQuery } from '../domain/product-query.ts'
import type { CatalogFigures, StaffProductQuery } from '../domain/staff-query.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import { createIndexUpdater } from './index-updater.ts'

/** The ids of one page in their order, and how many products match over all pages. */
export interface FoundProducts {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * The door of this folder: every list, count and search of the catalog. It is served from memory, by an index of some
 * hundred bytes a product, so that a list costs no query; the database stays the truth. Every answer shows all changes
 * that were announced before it was asked for; while the database does not answer, the former index does.
 */
export interface CatalogSearch {
  /** One page of products; with a search and no sort the best match first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /** One page of the staff's table. */
  listForStaff(query: StaffProductQuery): Promise<FoundProducts>
  /** How many products there are, are featured, are out of stock, and which run low. */
  summarize(): Promise<CatalogFigures>
  /** Reads products that changed again (null: all of them) and resolves when they are found as they are now. */
  refresh(productIds: readonly number[] | null): Promise<void>
}

/** Finds nothing until the first `refresh(null)`. */
export function createCatalogSearch(deps: {
  readonly products: Pick<ProductRepository, 'streamFacts' | 'findFacts'>
  readonly logger: Logger
}): CatalogSearch {
  const updater = createIndexUpdater(deps)
  return {
    list: async (query) => (await updater.upToDate()).list(query),
    countFacets: async (filters) => (await updater.upToDate()).facets(filters),
    suggest: async (text) => (await updater.upToDate()).suggest(text),
    listForStaff: async (query) => (await updater.upToDate()).listForStaff(query),
    summarize: async () => (await updater.upToDate()).figures(),
    refresh: updater.refresh,
  }
}
