import type { Logger } from '#platform/logger'
import { takeProcessFolder, type ProcessFolder } from '#platform/process-folder'
import type { ProductEncoder } from '../domain/product-encoder.ts'
import type { ProductFacets, ProductFilters, ProductQuery } from '../domain/product-query.ts'
import type { CatalogStats, StaffProductQuery } from '../domain/staff-query.ts'
import type { ProductChangeRepository } from '../persistence/product-change.repository.ts'
import { ChangeCounts, type CatalogChanges } from './catalog-changes.ts'
import type { EditTime, EditTimesQuery } from './edit-times.ts'
import { catalogCode, type CatalogCode } from './disk/catalog-code.ts'
import { createIndexSnapshots, type IndexSnapshots } from './disk/index-snapshots.ts'
import { ProductTexts, type ProductText } from './disk/product-texts.ts'
import { TextFile } from './disk/text-file.ts'
import { createIndexUpdater } from './index-updater.ts'

export type { CatalogChanges } from './catalog-changes.ts'
export type { ProductText } from './disk/product-texts.ts'
export type { EditTime, EditTimesQuery } from './edit-times.ts'

/** The ids of one page in their order, and how many products match over all pages. */
export interface FoundProducts {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * The interface of this folder: every list, count and search of the catalog. An index of some hundred bytes per product
 * serves them from memory, and their texts come from a file, so that a list costs no query; the database remains the source
 * of truth. Every answer includes all changes that were announced before the call. While the database is down, and while
 * missed changes are read, the last index answers.
 */
export interface CatalogSearch {
  /** One page of products; with a search and no sort the best match comes first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /** The public JSON of these products, in the order of the ids; those that no longer exist are left out. */
  texts(ids: readonly number[]): Promise<readonly ProductText[]>
  /** Whether what was made from lists and texts is still up to date. */
  readonly changes: CatalogChanges
  /** One page of the staff's table. */
  listForStaff(query: StaffProductQuery): Promise<FoundProducts>
  /** When products were last edited, in pieces, for the sitemap. */
  listEditTimes(query: EditTimesQuery): Promise<readonly EditTime[]>
  /** The number of products, of featured and of sold-out ones, and the products with low stock. */
  stats(): Promise<CatalogStats>
  /**
   * Fills the index: from the disk and what changed since, or from the whole database. To be awaited before anything is
   * asked for.
   */
  start(): Promise<void>
  /** Reads these products again and resolves when the index shows them. */
  refresh(productIds: readonly number[]): Promise<void>
  /** Reads what changed since the index was last known to be complete; meanwhile it answers as it is. */
  catchUp(waitMs?: number): Promise<void>
  /** Keeps for the next start what can be kept. */
  close(): Promise<void>
}

/** What is known of the text of a product; see `ProductTexts.find`. */
type Found = ProductText | null | undefined

function areTexts(found: readonly Found[]): found is readonly ProductText[] {
  return found.every((text) => text !== null && text !== undefined)
}

/**
 * @param deps.folder where the index and the texts are kept between two starts; null keeps them nowhere
 * @param deps.code the code that runs; only tests say otherwise
 */
export function createCatalogSearch(deps: {
  readonly products: ProductChangeRepository
  readonly encoder: ProductEncoder
  readonly logger: Logger
  readonly folder: string | null
  readonly code?: CatalogCode
}): CatalogSearch {
  const { products, encoder, logger, code = catalogCode() } = deps
  const changes = new ChangeCounts()
  let disk: { readonly folder: ProcessFolder; readonly file: TextFile; readonly snapshots: IndexSnapshots } | null =
    null
  const newTexts = () => new ProductTexts({ encoder, logger, file: disk?.file ?? null })
  const updater = createIndexUpdater({
    products,
    changes,
    logger,
    newTexts,
    onChange: () => disk?.snapshots.noteChange(),
  })

  function openDisk(base: string): typeof disk {
    try {
      const folder = takeProcessFolder(base)
      if (folder === null) return null
      const file = new TextFile(folder.path)
      const snapshots = createIndexSnapshots({
        folder: folder.path,
        code,
        file,
        logger,
        catalog: () => updater.loaded,
        whileUnchanged: updater.exclusively,
        catchUp: () => updater.catchUp(0),
      })
      return { folder, file, snapshots }
    } catch (err) {
      logger.warn({ err }, 'the index of the catalog cannot be kept on the disk; every start reads the whole catalog')
      return null
    }
  }

  /**
   * Makes the texts that are not kept. A product that another process has just created is not announced here yet.
   * @param found what is kept: undefined for an unknown product, null for a text that must be made again
   */
  async function completed(ids: readonly number[], found: readonly Found[]): Promise<readonly ProductText[]> {
    const unknown = ids.filter((_, i) => found[i] === undefined)
    const created = unknown.length === 0 ? [] : (await products.findMany(unknown)).map(({ product }) => product.id)
    if (created.length > 0) await updater.refresh(created)
    const { texts } = await updater.upToDate()
    const known = created.length > 0 ? ids.map((id) => texts.find(id)) : found
    const missing = ids.filter((_, i) => known[i] === null)
    const made = missing.length === 0 ? null : await updater.encode(missing)
    return ids.flatMap((id, i) => known[i] ?? made?.get(id) ?? [])
  }

  return {
    list: async (query) => (await updater.upToDate()).index.list(query),
    countFacets: async (filters) => (await updater.upToDate()).index.facets(filters),
    suggest: async (text) => (await updater.upToDate()).index.suggest(text),
    async texts(ids) {
      const { texts } = await updater.upToDate()
      const found = ids.map((id) => texts.find(id))
      return areTexts(found) ? found : completed(ids, found)
    },
    changes,
    listForStaff: async (query) => (await updater.upToDate()).index.listForStaff(query),
    listEditTimes: async (query) => (await updater.upToDate()).index.listEditTimes(query),
    stats: async () => (await updater.upToDate()).index.stats(),
    async start() {
      disk = deps.folder === null ? null : openDisk(deps.folder)
      const kept = await disk?.snapshots.load(newTexts())
      if (kept) updater.adopt(kept)
      else await updater.rebuild()
      await updater.catchUp(0)
      disk?.snapshots.begin()
      if (!updater.loaded.isCurrent) void updater.renew()
    },
    refresh: updater.refresh,
    catchUp: updater.catchUp,
    async close() {
      updater.close()
      await disk?.snapshots.close()
      disk?.file.close()
      disk?.folder.release()
    },
  }
}
