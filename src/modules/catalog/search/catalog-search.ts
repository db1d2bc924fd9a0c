import type { Logger } from '#platform/log/logger'
import type { ProductEncoder } from '../domain/product-encoder.ts'
import type { ProductFacets, ProductFilters, ProductQuery } from '../domain/product-query.ts'
import type { CatalogStats, StaffProductQuery } from '../domain/staff-query.ts'
import type { ProductChangeRepository, SoldProduct } from '../persistence/product-change.repository.ts'
import { ChangeCounts, type CatalogChanges } from './catalog-changes.ts'
import type { EditTime, EditTimesQuery } from './edit-times.ts'
import { createSnapshots } from './disk/snapshots.ts'
import type { ReadModelStore } from './disk/read-model-store.ts'
import { ProductTexts } from './disk/product-texts.ts'
import type { ProductText } from './product-text.ts'
import { createCatalogPasses } from './updates/catalog-passes.ts'
import { createReadModel } from './updates/read-model.ts'
import { createIndexUpdater } from './updates/index-updater.ts'
import { lookForChanges } from './updates/look-for-changes.ts'
import type { ReadModelState } from './updates/read-model-state.ts'
import { createReadersWait } from './updates/readers-wait.ts'
import { createRetries } from './updates/retries.ts'
import { createSearchPreparation } from './search-preparation.ts'

export type { CatalogChanges } from './catalog-changes.ts'
export { openReadModelStore, type ReadModelStore } from './disk/read-model-store.ts'
export type { ProductText } from './product-text.ts'
export type { EditTime, EditTimesQuery } from './edit-times.ts'

/** The ids of one page in their order, and how many products match over all pages. */
export interface FoundProducts {
  readonly ids: readonly number[]
  readonly total: number
  /**
   * Reads their public JSON without what has left the list meanwhile, in the order of the list as it is then; absent where
   * `texts` gives no other answer.
   */
  readonly readShown?: () => Promise<readonly ProductText[]>
}

/**
 * The interface of this folder: every list, count and search of the catalog. `createCatalogSearch` answers from an
 * index in memory, `createDatabaseSearch` (`database/`) by queries; the database is the source of truth for both. An
 * answer includes all changes that were announced before the call, except for those of more than fifty products at once,
 * which only staff's tables and numbers wait for. From memory, while the database is down, or missed changes are read, the
 * last index answers.
 */
export interface CatalogSearch {
  /** One page of products; with a search and no sort the best match comes first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** How many products there are in all pages of such a list. */
  count(filters: ProductFilters): Promise<number>
  /** The brands of all products, in the order of the alphabet. */
  brands(): Promise<readonly string[]>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /** The public JSON of these products, in the order of the ids; those that no longer exist are left out. */
  texts(ids: readonly number[]): Promise<readonly ProductText[]>
  /**
   * For a supply the products that it fits, for any other product the supplies that fit it; null for an unknown one.
   */
  linkedIds(id: number): Promise<readonly number[] | null>
  /** Whether what was made from lists and texts is still up to date. */
  readonly changes: CatalogChanges
  /** One page of the staff's table. */
  listForStaff(query: StaffProductQuery): Promise<FoundProducts>
  /** When products were last edited, in pieces, for the sitemap. */
  listEditTimes(query: EditTimesQuery): Promise<readonly EditTime[]>
  /** The number of products, of featured and of sold-out ones, and the products with low stock. */
  stats(): Promise<CatalogStats>
  /** Brings what it keeps up to date with the database. To be awaited before anything is asked for. */
  start(): Promise<void>
  /** Reads these products again and resolves when answers show them. */
  refresh(productIds: readonly number[]): Promise<void>
  /** The same for products that this process has sold, mostly without reading them. */
  refreshSold(sold: readonly SoldProduct[]): Promise<void>
  /**
   * Reads what changed since it was last known to be complete; meanwhile it answers as it is.
   * @param waitMs how long to wait first, where many processes would read at the same time
   */
  resync(waitMs?: number): Promise<void>
  /** Ends what it does by itself, and keeps for the next start what can be kept. */
  close(): Promise<void>
}

/** What is known of the text of a product; see `ProductTexts.find`. */
type Found = ProductText | null | undefined

function areTexts(found: readonly Found[]): found is readonly ProductText[] {
  return found.every((text) => text !== null && text !== undefined)
}

/**
 * Answers from the read model: an index of some 650 bytes per product, and the products' texts in a file, so that a list
 * costs no query. A start takes them from the disk and reads what changed since, or reads the whole database.
 * @param deps.store where the index and the texts are kept between two starts; null keeps them nowhere
 * @param deps.isCutOff whether other processes are not heard (default never)
 * @param deps.catchUpMs how often it otherwise looks for changes that nobody announced (default 60,000 ms)
 */
export function createCatalogSearch(deps: {
  readonly products: ProductChangeRepository
  readonly encoder: ProductEncoder
  readonly logger: Logger
  readonly store: ReadModelStore | null
  readonly isCutOff?: () => boolean
  readonly catchUpMs?: number
}): CatalogSearch {
  const { products, encoder, logger, store, isCutOff = () => false, catchUpMs } = deps
  let stopLooking = (): void => {}
  const changes = new ChangeCounts()
  const newTexts = () => new ProductTexts({ encoder, logger, file: store?.file ?? null })
  const readersWait = createReadersWait()
  const retries = createRetries(logger)
  const readModel = createReadModel({
    products,
    changes,
    readersWait,
    newTexts,
    onChange: () => snapshots?.noteChange(),
  })
  const passes = createCatalogPasses({ products, readModel, retries })
  const updater = createIndexUpdater({ readModel, readersWait, retries, resync: passes.resync })
  const snapshots =
    store === null ? null : createSnapshots({ store, logger, readModel, products, resync: () => passes.resync(0) })
  const preparation = createSearchPreparation({ index: () => readModel.current.index, logger })

  async function upToDate(): Promise<ReadModelState> {
    if (updater.awaited !== null) await updater.awaited
    return readModel.current
  }

  /**
   * Makes the texts that are not kept. A product that another process has just created is not announced here yet.
   * @param found what is kept: undefined for an unknown product, null for a text that must be made again
   */
  async function completed(ids: readonly number[], found: readonly Found[]): Promise<readonly ProductText[]> {
    const unknown = ids.filter((_, i) => found[i] === undefined)
    const created = unknown.length === 0 ? [] : (await products.findMany(unknown)).map(({ product }) => product.id)
    if (created.length > 0) await updater.refresh(created)
    const { texts } = await upToDate()
    const known = created.length > 0 ? ids.map((id) => texts.find(id)) : found
    const missing = ids.filter((_, i) => known[i] === null)
    const made = missing.length === 0 ? null : await readModel.encode(missing)
    return ids.flatMap((id, i) => known[i] ?? made?.get(id) ?? [])
  }

  /** Reads the index when it is up to date, which it mostly is: waiting for nothing took a twentieth of a list. */
  async function fromIndex<T>(read: (index: ReadModelState['index']) => T): Promise<T> {
    if (updater.awaited !== null) await updater.awaited
    return read(readModel.current.index)
  }

  /** Staff see what they have changed, also when it was many products at once. */
  async function forStaff<T>(read: (index: ReadModelState['index']) => T): Promise<T> {
    await updater.allChanges()
    return read(readModel.current.index)
  }

  return {
    list: (query) => fromIndex((index) => index.list(query)),
    count: (filters) => fromIndex((index) => index.count(filters)),
    brands: () => fromIndex((index) => index.brands),
    countFacets: (filters) => fromIndex((index) => index.facets(filters)),
    suggest: (text) => fromIndex((index) => index.suggest(text)),
    async texts(ids) {
      if (updater.awaited !== null) await updater.awaited
      const { texts } = readModel.current
      const found = ids.map((id) => texts.find(id))
      return areTexts(found) ? found : completed(ids, found)
    },
    async linkedIds(id) {
      // Most products have none, and asking the database takes a tenth of what a product's page takes.
      if ((await upToDate()).texts.hasLinks(id) === false) return []
      const [found] = await products.findMany([id])
      return found?.product.linkedIds ?? null
    },
    changes,
    listForStaff: (query) => forStaff((index) => index.listForStaff(query)),
    listEditTimes: (query) => fromIndex((index) => index.listEditTimes(query)),
    stats: () => forStaff((index) => index.stats()),
    async start() {
      const saved = await snapshots?.load(newTexts())
      if (saved) readModel.restore(saved)
      else await passes.rebuild()
      await passes.resync(0)
      stopLooking = lookForChanges({
        look: passes.catchUp,
        isCutOff,
        ...(catchUpMs !== undefined && { usuallyMs: catchUpMs }),
      })
      snapshots?.begin()
      preparation.begin()
      if (!readModel.current.isOfThisCode) void passes.rebuildInBackground()
    },
    refresh: updater.refresh,
    refreshSold: updater.refreshSold,
    resync: passes.resync,
    async close() {
      stopLooking()
      preparation.close()
      // Its folder may be another process's as soon as it is released.
      retries.close()
      await readModel.close()
      await snapshots?.close()
      store?.file.close()
      store?.folder.release()
    },
  }
}
