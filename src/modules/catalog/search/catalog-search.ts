import type { Logger } from '#platform/logger'
import type { ProductEncoder } from '../domain/product-encoder.ts'
import type { Product } from '../domain/product.ts'
import type { ProductFacets, ProductFilters, ProductQuery } from '../domain/product-query.ts'
import type { CatalogStats, StaffProductQuery } from '../domain/staff-query.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ProductCache } from '../product-cache.ts'
import { ChangeCounts, type CatalogChanges } from './catalog-changes.ts'
import type { EditTime, EditTimesQuery } from './edit-times.ts'
import { createIndexUpdater } from './index-updater.ts'

export type { CatalogChanges } from './catalog-changes.ts'
export type { EditTime, EditTimesQuery } from './edit-times.ts'

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
  /** The public JSON of these products as UTF-8, in the order of the ids; those that no longer exist are left out. */
  texts(ids: readonly number[]): Promise<readonly Buffer[]>
  /** Whether what was made from lists and texts is still up to date. */
  readonly changes: CatalogChanges
  /** One page of the staff's table. */
  listForStaff(query: StaffProductQuery): Promise<FoundProducts>
  /** When products were last edited, in pieces, for the sitemap. */
  listEditTimes(query: EditTimesQuery): Promise<readonly EditTime[]>
  /** The number of products, of featured and of sold-out ones, and the products with low stock. */
  stats(): Promise<CatalogStats>
  /** Reads changed products again (null: all of them) and resolves when the index shows them. */
  refresh(productIds: readonly number[] | null): Promise<void>
}

/** Empty until the first `refresh(null)`. */
export function createCatalogSearch(deps: {
  readonly products: Pick<ProductRepository, 'streamSearchFields' | 'findSearchFields'>
  readonly cache: Pick<ProductCache, 'findInOrder'>
  readonly encoder: ProductEncoder
  readonly logger: Logger
}): CatalogSearch {
  const updater = createIndexUpdater(deps)
  const changes = new ChangeCounts()
  // The cache returns the same object while a product does not change.
  const texts = new WeakMap<Product, Buffer>()

  function textOf(product: Product): Buffer {
    let text = texts.get(product)
    if (text === undefined) {
      text = Buffer.from(deps.encoder.encode(product))
      texts.set(product, text)
    }
    return text
  }

  return {
    list: async (query) => (await updater.upToDate()).list(query),
    countFacets: async (filters) => (await updater.upToDate()).facets(filters),
    suggest: async (text) => (await updater.upToDate()).suggest(text),
    texts: async (ids) => (await deps.cache.findInOrder(ids)).map(textOf),
    changes,
    listForStaff: async (query) => (await updater.upToDate()).listForStaff(query),
    listEditTimes: async (query) => (await updater.upToDate()).listEditTimes(query),
    stats: async () => (await updater.upToDate()).stats(),
    refresh(productIds) {
      if (productIds === null) changes.countAll()
      else for (const id of productIds) changes.countProduct(id, { isShown: true })
      changes.countArrangement()
      return updater.refresh(productIds)
    },
  }
}
