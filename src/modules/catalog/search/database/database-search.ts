import type { Database } from '#platform/database/database'
import type { Logger } from '#platform/logger'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { Preference, ProductFilters } from '../../domain/product-query.ts'
import { LOW_STOCK_SHOWN } from '../../domain/staff-query.ts'
import { searchableCollection, type ProductDocument } from '../../persistence/product.model.ts'
import { toProduct } from '../../persistence/product.repository.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import type { CatalogSearch, FoundProducts } from '../catalog-search.ts'
import { productText } from '../product-text.ts'
import { MATCHES_READ, suggestedWords, suggestionsFrom } from '../suggestions.ts'
import { lookForChanges } from '../updates/look-for-changes.ts'
import { countFacets } from './facet-counts.ts'
import { generalConditions, groupConditions, LOW, NOTHING, SORTS, staffConditions, type Conditions } from './filters.ts'
import { createProductQueries, MAX_MS } from './product-queries.ts'
import { createRankMatches, RANKED } from './ranking.ts'
import { createFindMatches } from './text-search.ts'
import { createWordUpdater } from './word-updater.ts'

/**
 * The catalog's lists and searches as queries of MongoDB, for a catalog that is too large for the memory of each web
 * process. It holds nothing but counts of changes. Each list costs several queries and some milliseconds of the
 * database, where the index in memory costs microseconds; typos are not corrected.
 * @param deps.isCutOff whether other processes are not heard (default never)
 */
export function createDatabaseSearch(deps: {
  readonly database: Database
  readonly encoder: ProductEncoder
  readonly logger: Logger
  readonly isCutOff?: () => boolean
}): CatalogSearch {
  const { database, logger, isCutOff = () => false } = deps
  let stopLooking = (): void => {}
  const products = searchableCollection(database)
  const changes = new ChangeCounts()
  const words = createWordUpdater({ database, products, logger, onCorrected: () => changes.countArrangement() })
  const queries = createProductQueries(products)
  const findMatches = createFindMatches(queries, words)
  const rankMatches = createRankMatches(queries)

  async function pageOf(
    { search: text, sort, limit, offset, prefer }: PageQuery,
    { conditions, usual, mayLeaveOut }: Listing,
  ): Promise<FoundProducts> {
    const found = await findMatches(text, mayLeaveOut)
    if (found === null) return { ids: [], total: 0 }
    const wanted = [...found.conditions, ...conditions]
    const end = offset + limit
    // The best matches come first, and after those that are ranked the others in the featured order.
    const isRanked = found.words.length > 0 && sort === undefined
    const [order, from] = isRanked ? (['featured', Math.max(offset, RANKED)] as const) : [sort ?? usual, offset]
    const [best, others, total] = await Promise.all([
      isRanked && offset < RANKED ? rankMatches(found, conditions, prefer) : [],
      from < end ? queries.listIds(wanted, { sort: SORTS[order], skip: from, limit: end - from }) : [],
      queries.count(wanted),
    ])
    return { ids: [...best.slice(offset, end).map(({ _id }) => _id), ...others], total }
  }

  async function refresh(productIds: readonly number[]): Promise<void> {
    for (const id of productIds) changes.countProduct(id, { isShown: true })
    changes.countArrangement()
    await words.update(productIds)
  }

  return {
    changes,
    list: (query) => pageOf(query, { conditions: conditionsOf(query), usual: 'featured', mayLeaveOut: true }),
    async count(filters) {
      const found = await findMatches(filters.search, true)
      return found === null ? 0 : queries.count([...found.conditions, ...conditionsOf(filters)])
    },
    async brands() {
      const counts = await queries.countBy('brand', [])
      return [...counts.keys()].filter((brand) => brand !== '').sort()
    },
    async countFacets(filters) {
      const found = await findMatches(filters.search, true)
      const counts = await countFacets(queries, found?.conditions ?? [NOTHING], filters)
      const kept = found?.kept ?? null
      return kept === null ? counts : { ...counts, kept }
    },
    async suggest(text) {
      const typed = suggestedWords(text)
      if (typed.length === 0) return []
      const found = await findMatches(text, false)
      if (found === null) return []
      const matches = await rankMatches(found, [])
      return suggestionsFrom(matches.slice(0, MATCHES_READ), typed)
    },
    async texts(ids) {
      if (ids.length === 0) return []
      const documents = await products.find<ProductDocument>({ _id: { $in: [...ids] } }).toArray()
      const found = new Map(documents.map((document) => [document._id, toProduct(document)]))
      return ids.flatMap((id) => {
        const product = found.get(id)
        return product === undefined ? [] : [productText(deps.encoder, product)]
      })
    },
    async linkedIds(id) {
      const projection = { linkedIds: 1 }
      const found = await products.findOne<Pick<ProductDocument, 'linkedIds'>>({ _id: id }, { projection })
      return found === null ? null : (found.linkedIds ?? [])
    },
    listForStaff: (query) => pageOf(query, { conditions: staffConditions(query), usual: 'newest', mayLeaveOut: false }),
    async listEditTimes({ afterId, limit }) {
      const found = products.find<Pick<ProductDocument, '_id' | 'updatedAt'>>(
        { _id: { $gt: afterId } },
        { projection: { updatedAt: 1 }, sort: { _id: 1 }, limit, maxTimeMS: MAX_MS },
      )
      return (await found.toArray()).map(({ _id, updatedAt }) => ({ id: _id, updatedAt }))
    },
    async stats() {
      const [all, featured, outOfStock, low] = await Promise.all([
        queries.count([]),
        queries.count([{ isFeatured: true }]),
        queries.count([{ inStock: false }]),
        queries.list([{ inStock: true, ...LOW }], { sort: SORTS['stock-low'], skip: 0, limit: LOW_STOCK_SHOWN }),
      ])
      const lowStock = low.map(({ _id, name, stockQuantity }) => ({ productId: _id, productName: name, stockQuantity }))
      return { products: all, featured, outOfStock, lowStock }
    },
    async start() {
      await words.resync()
      // Nothing is kept here; what others have made of it is to be made anew.
      stopLooking = lookForChanges({ look: () => changes.countAll(), isCutOff })
    },
    async resync() {
      changes.countAll()
      await words.resync()
    },
    async close() {
      stopLooking()
      await words.stop()
    },
    refresh,
    refreshSold: (sold) => refresh(sold.map(({ product }) => product.id)),
  }
}

interface PageQuery {
  readonly search?: string
  readonly sort?: keyof typeof SORTS
  readonly prefer?: Preference
  readonly limit: number
  readonly offset: number
}

interface Listing {
  /** Those beside the search. */
  readonly conditions: Conditions
  /** The order without a search and a sort. */
  readonly usual: 'featured' | 'newest'
  /** Only the shop's own lists can say which words were left out. */
  readonly mayLeaveOut: boolean
}

/** The conditions of a list of the shop beside its search. */
function conditionsOf(filters: ProductFilters): Conditions {
  return [...generalConditions(filters), ...[...groupConditions(filters).values()].flat()]
}
