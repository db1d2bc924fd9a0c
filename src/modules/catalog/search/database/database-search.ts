import type { Database } from '#platform/database/database'
import type { Logger } from '#platform/log/logger'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import { LOW_STOCK_SHOWN, type CatalogStats } from '../../domain/staff-query.ts'
import { createProductChangeRepository } from '../../persistence/product-change.repository.ts'
import { searchableCollection } from '../../persistence/product-document.ts'
import { WrittenProducts } from '../../persistence/written-products.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import type { CatalogSearch } from '../catalog-search.ts'
import { MATCHES_READ, suggestedWords, suggestionsFrom } from '../suggestions.ts'
import { lookForChanges } from '../updates/look-for-changes.ts'
import { AnnouncedChanges } from './announced-changes.ts'
import { countFacets } from './facet-counts.ts'
import { LOW, NOTHING, SORTS } from './filters.ts'
import { KnownBrands } from './known-brands.ts'
import { createMissedChanges } from './missed-changes.ts'
import { countOf, pageForStaff, pageForVisitors } from './pages.ts'
import type { ProductQueries } from './product-queries.ts'
import { createAsk } from './questions.ts'
import { rankMatches } from './ranking.ts'
import { readShown } from './shown-page.ts'
import { createStoredProducts } from './stored-products.ts'
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
  const { database, encoder, logger, isCutOff = () => false } = deps
  let stopLooking = (): void => {}
  const products = searchableCollection(database)
  const changes = new ChangeCounts()
  const words = createWordUpdater({ database, products, logger, onCorrected: () => changes.countArrangement() })
  const announced = new AnnouncedChanges({ changes, words, encoder })
  const ask = createAsk({ database, products, atOnce: ASKED_AT_ONCE, ready: words.settled })
  const askForStaff = createAsk({ database, products, atOnce: ASKED_BY_STAFF_AT_ONCE, ready: words.allSettled })
  // What was found is read without waiting behind others' searches.
  const askForShown = createAsk({ database, products, atOnce: ASKED_AT_ONCE, ready: async () => {} })
  const knownBrands = new KnownBrands(() => ask(readBrands), changes)
  const lookForMissed = createMissedChanges({
    products: createProductChangeRepository(database, new WrittenProducts()),
    correct: words.correct,
    // Nothing is kept here; what others have made of it is to be made anew.
    onLooked: () => changes.countAll(),
    logger,
  })

  return {
    changes,
    ...createStoredProducts({ database, products, encoder }),
    async list(query) {
      const page = await ask((queries) => pageForVisitors(queries, query))
      const { ids, total } = page
      return { ids, total, readShown: () => askForShown((queries) => readShown(queries, page, encoder)) }
    },
    count: (filters) => ask((queries) => countOf(queries, filters)),
    brands: () => knownBrands.get(),
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
    async listForStaff(query) {
      const { ids, total } = await askForStaff((queries) => pageForStaff(queries, query))
      return { ids, total }
    },
    stats: () => askForStaff(readStats),
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
    refresh: (productIds) => announced.refresh(productIds),
    refreshSold: async (sold) => announced.noteSold(sold),
  }
}

async function readBrands(queries: ProductQueries): Promise<readonly string[]> {
  const counts = await queries.countBy('brand', [])
  return [...counts.keys()].filter((brand) => brand !== '').sort()
}

async function readStats(queries: ProductQueries): Promise<CatalogStats> {
  const [products, featured, outOfStock, low] = await Promise.all([
    queries.count([]),
    queries.count([{ isFeatured: true }]),
    queries.count([{ inStock: false }]),
    queries.list([{ inStock: true, ...LOW }], { sort: SORTS['stock-low'], skip: 0, limit: LOW_STOCK_SHOWN }),
  ])
  const lowStock = low.map(({ _id, name, stockQuantity }) => ({ productId: _id, productName: name, stockQuantity }))
  return { products, featured, outOfStock, lowStock }
}
