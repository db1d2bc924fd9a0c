import type { Logger } from '#platform/logger'
import type { ProductChangeRepository, SoldProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { ProductTexts } from '../disk/product-texts.ts'
import { createCatalogPasses, type CatalogPasses } from './catalog-passes.ts'
import { createHeldCatalog, type HeldCatalog } from './held-catalog.ts'
import type { LoadedCatalog } from './loaded-catalog.ts'
import { createReadersWait } from './readers-wait.ts'
import { createRetries } from './retries.ts'

/** Lists do not wait for more products than this, which only price lists and large edits change at once. */
const MOST_AWAITED = 50

/** Keeps the catalog of this process as the database has it. */
export interface IndexUpdater
  extends CatalogPasses, Pick<HeldCatalog, 'loaded' | 'exclusively' | 'adopt' | 'encode' | 'close'> {
  /**
   * Resolves to the catalog when it shows all changes that were announced one by one before the call. While the
   * database is down or takes longer than 200 ms for a read, while what failed is read again, during a `catchUp`, and
   * while many products that were announced at once are read, it is the catalog as known: of those, `refresh` tells its
   * caller when they are shown, and others would wait for every group of a price list.
   */
  upToDate(): Promise<LoadedCatalog>
  /** What `upToDate` waits for; null when it waits for nothing. */
  readonly awaited: Promise<void> | null
  /**
   * Resolves to the catalog when it shows all changes that were announced before the call, however many at once; those
   * announced one by one as in `upToDate`.
   */
  withAllChanges(): Promise<LoadedCatalog>
  /**
   * Reads these products again and resolves when the catalog shows them. Calls with few products during a read are
   * combined into the next one. When the database does not answer, the updater tries again later.
   */
  refresh(productIds: readonly number[]): Promise<void>
  /**
   * The same for products that this process has sold. Those are taken in as the sale left them, without reading them,
   * when the catalog knows them as they were before it.
   */
  refreshSold(sold: readonly SoldProduct[]): Promise<void>
}

/**
 * @param deps.onChange called after every change of the catalog
 * @param deps.newTexts makes texts of no product, on the same file
 */
export function createIndexUpdater(deps: {
  readonly products: ProductChangeRepository
  readonly changes: ChangeCounts
  readonly logger: Logger
  readonly onChange: () => void
  readonly newTexts: () => ProductTexts
}): IndexUpdater {
  const readersWait = createReadersWait()
  const retries = createRetries(deps.logger)
  const held = createHeldCatalog({ ...deps, readersWait })
  const { catchUp, rebuild, renew } = createCatalogPasses({ ...deps, held, retries })
  /** What is to be taken in; null is to be read. */
  let waiting = new Map<number, SoldProduct | null>()
  /** What could not be read. */
  let failed = new Set<number>()
  let next: Promise<void> | null = null
  /** The refreshes of many products that are running. */
  const refreshesOfMany = new Set<Promise<void>>()

  async function refreshWaiting(): Promise<void> {
    next = null
    const taken = waiting
    const ids = [...taken.keys()]
    waiting = new Map()
    await orLater(ids, () => held.readAgain(ids, taken))
  }

  function startNext(): Promise<void> {
    if (next === null) {
      next = held.exclusively(refreshWaiting)
      readersWait.letWaitFor(next)
    }
    return next
  }

  function refreshMany(ids: readonly number[]): Promise<void> {
    const refreshed = orLater(ids, () => held.readInSlices(ids))
    const ended = refreshed.catch(() => {}).then(() => void refreshesOfMany.delete(ended))
    refreshesOfMany.add(ended)
    return refreshed
  }

  /** Nobody waits for it: readers wait for a change that was announced, not for one that is tried again. */
  async function refreshFailed(): Promise<void> {
    const ids = [...failed]
    failed = new Set()
    if (ids.length > 0) await orLater(ids, () => held.readInSlices(ids))
  }

  /** What fails is read later together with what else has failed then. */
  async function orLater(ids: readonly number[], read: () => Promise<void>): Promise<void> {
    try {
      await read()
      retries.succeeded()
      if (held.loaded.index.isMostlyUnused) void catchUp().catch(retries.warnBehind)
    } catch (error) {
      for (const id of ids) failed.add(id)
      retries.tryLater(refreshFailed)
      throw error
    }
  }

  return {
    get loaded() {
      return held.loaded
    },
    get awaited() {
      return readersWait.awaited
    },
    async upToDate() {
      if (readersWait.awaited !== null) await readersWait.awaited
      return held.loaded
    },
    async withAllChanges() {
      await Promise.all([readersWait.awaited, ...refreshesOfMany])
      return held.loaded
    },
    refresh(productIds) {
      if (productIds.length > MOST_AWAITED) return refreshMany(productIds)
      for (const id of productIds) waiting.set(id, null)
      return startNext()
    },
    refreshSold(sold) {
      if (sold.length > MOST_AWAITED) return refreshMany(sold.map(({ product }) => product.id))
      for (const each of sold) {
        const { id } = each.product
        const before = waiting.get(id)
        if (before === undefined) waiting.set(id, each)
        else if (before?.changedAt !== each.changedBefore) waiting.set(id, null)
        else waiting.set(id, { ...each, changedBefore: before.changedBefore })
      }
      return startNext()
    },
    catchUp,
    rebuild,
    renew,
    exclusively: held.exclusively,
    adopt: held.adopt,
    encode: held.encode,
    close() {
      retries.close()
      return held.close()
    },
  }
}
