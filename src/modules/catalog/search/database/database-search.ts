import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { Logger } from '#platform/log/logger'
import type { Product } from '../../domain/product.ts'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { Preference, ProductFilters } from '../../domain/product-query.ts'
import { LOW_STOCK_SHOWN } from '../../domain/staff-query.ts'
import { createProductChangeRepository } from '../../persistence/product-change.repository.ts'
import { searchableCollection, type ProductDocument } from '../../persistence/product-document.ts'
import { toProduct } from '../../persistence/product-mapping.ts'
import { WrittenProducts } from '../../persistence/written-products.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import type { CatalogSearch, FoundProducts } from '../catalog-search.ts'
import { productText } from '../product-text.ts'
import { MATCHES_READ, suggestedWords, suggestionsFrom } from '../suggestions.ts'
import { lookForChanges } from '../updates/look-for-changes.ts'
import { MAX_AWAITED } from '../updates/index-updater.ts'
import { countFacets } from './facet-counts.ts'
import { generalConditions, groupConditions, LOW, NOTHING, SORTS, staffConditions, type Conditions } from './filters.ts'
import { createMissedChanges } from './missed-changes.ts'
import { MAX_MS } from './product-queries.ts'
import { createAsk, type Ask } from './questions.ts'
import { rankMatches, RANKED } from './ranking.ts'
import { findMatches } from './text-search.ts'
import { createWordUpdater } from './word-updater.ts'

/** So many questions of visitors are asked at a time, each with up to three queries. The driver has 50 connections. */
const ASKED_AT_ONCE = 8
/** Staff do not wait for visitors. */
const ASKED_BY_STAFF_AT_ONCE = 2

/**
 * The catalog's lists and searches as queries of MongoDB, for a catalog that is too large for the memory of each web
 * process. It holds nothing but counts of changes. Each list costs several queries and some milliseconds of the
 * database, where the index in memory costs microseconds; typos are not corrected. What is asked has its time and its
 * turn (`questions.ts`).
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
  const ask = createAsk({ database, products, atOnce: ASKED_AT_ONCE, ready: words.settled })
  const askForStaff = createAsk({ database, products, atOnce: ASKED_BY_STAFF_AT_ONCE, ready: words.allSettled })
  const lookForMissed = createMissedChanges({
    products: createProductChangeRepository(database, new WrittenProducts()),
    correct: words.correct,
    // Nothing is kept here; what others have made of it is to be made anew.
    onLooked: () => changes.countAll(),
    logger,
  })
  /** Each search that denies something asks for them, and to count them is a pass over all products. */
  let knownBrands: { readonly arrangement: number; readonly read: Promise<readonly string[]> } | null = null

  const readBrands = () =>
    ask(async (queries) => {
      const counts = await queries.countBy('brand', [])
      return [...counts.keys()].filter((brand) => brand !== '').sort()
    })

  function brands(): Promise<readonly string[]> {
    const { arrangement } = changes
    if (knownBrands?.arrangement === arrangement) return knownBrands.read
    const read = readBrands()
    const known = { arrangement, read }
    knownBrands = known
    // The next one asks again.
    read.catch(() => {
      if (knownBrands === known) knownBrands = null
    })
    return read
  }

  async function refresh(productIds: readonly number[]): Promise<void> {
    for (const id of productIds) changes.countProduct(id, { isShown: true })
    changes.countArrangement()
    await words.update(productIds)
    // Lists that did not wait for so many were made without them.
    if (productIds.length > MAX_AWAITED) changes.countArrangement()
  }

  /** Whether a page shows that pieces of this product were sold: not how many of many are left. */
  function isSaleShown(left: Product): boolean {
    const shown = (product: Product) => deps.encoder.shownOf(product, deps.encoder.encode(product))
    return shown(left) !== shown({ ...left, inStock: true, stockQuantity: left.stockQuantity + 1 })
  }

  return {
    changes,
    list: (query) => pageOf(ask, query, { conditions: conditionsOf(query), usual: 'featured', mayLeaveOut: true }),
    count: (filters) =>
      ask(async (queries) => {
        const found = await findMatches(queries, filters.search, true)
        return found === null ? 0 : queries.count([...found.conditions, ...conditionsOf(filters)])
      }),
    brands,
    countFacets: (filters) =>
      ask(async (queries) => {
        const found = await findMatches(queries, filters.search, true)
        const counts = await countFacets(queries, found?.conditions ?? [NOTHING], filters)
        const kept = found?.kept ?? null
        return kept === null ? counts : { ...counts, kept }
      }),
    async suggest(text) {
      const typed = suggestedWords(text)
      if (typed.length === 0) return []
      return ask(async (queries) => {
        const found = await findMatches(queries, text, false)
        if (found === null) return []
        const matches = await rankMatches(queries, found)
        return suggestionsFrom(matches.slice(0, MATCHES_READ), typed)
      })
    },
    async texts(ids) {
      if (ids.length === 0) return []
      // Others are answered while long ones are decoded.
      const documents = await readAll(database, products, { filter: { _id: { $in: [...ids] } } })
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
    listForStaff: (query) =>
      pageOf(askForStaff, query, { conditions: staffConditions(query), usual: 'newest', mayLeaveOut: false }),
    async listEditTimes({ afterId, limit }) {
      const found = products.find<Pick<ProductDocument, '_id' | 'updatedAt'>>(
        { _id: { $gt: afterId } },
        { projection: { updatedAt: 1 }, sort: { _id: 1 }, limit, maxTimeMS: MAX_MS },
      )
      return (await found.toArray()).map(({ _id, updatedAt }) => ({ id: _id, updatedAt }))
    },
    stats: () =>
      askForStaff(async (queries) => {
        const [all, featured, outOfStock, low] = await Promise.all([
          queries.count([]),
          queries.count([{ isFeatured: true }]),
          queries.count([{ inStock: false }]),
          queries.list([{ inStock: true, ...LOW }], { sort: SORTS['stock-low'], skip: 0, limit: LOW_STOCK_SHOWN }),
        ])
        const lowStock = low.map(({ _id, name, stockQuantity }) => ({
          productId: _id,
          productName: name,
          stockQuantity,
        }))
        return { products: all, featured, outOfStock, lowStock }
      }),
    async start() {
      await words.resync()
      stopLooking = lookForChanges({ look: lookForMissed, isCutOff })
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
    async refreshSold(sold) {
      for (const { product } of sold) changes.countProduct(product.id, { isShown: isSaleShown(product) })
      // What is still in stock is in the same lists by the same words.
      if (sold.some(({ product }) => !product.inStock)) changes.countArrangement()
    },
  }
}

/** One page of a list. */
function pageOf(
  ask: Ask,
  { search: text, sort, limit, offset, prefer }: PageQuery,
  { conditions, usual, mayLeaveOut }: Listing,
): Promise<FoundProducts> {
  return ask(async (queries) => {
    const found = await findMatches(queries, text, mayLeaveOut)
    if (found === null) return { ids: [], total: 0 }
    const wanted = [...found.conditions, ...conditions]
    const isRanked = found.words.length > 0 && sort === undefined
    const order = isRanked ? 'featured' : (sort ?? usual)
    const idsOfPage = async (): Promise<readonly number[]> => {
      if (limit === 0) return []
      if (!isRanked || offset >= RANKED) return queries.listIds(wanted, { sort: SORTS[order], skip: offset, limit })
      // One read gives the whole page: between two a product could move from one into the other.
      const ranked = await rankMatches(queries, found, { conditions, prefer, end: offset + limit })
      return ranked.slice(offset).map(({ _id }) => _id)
    }
    const [ids, total] = await Promise.all([idsOfPage(), queries.count(wanted)])
    return { ids, total }
  })
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
