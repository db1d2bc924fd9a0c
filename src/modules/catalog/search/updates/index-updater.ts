import type { SoldProduct } from '../../persistence/product-change.repository.ts'
import type { CatalogPasses } from './catalog-passes.ts'
import type { ReadModel } from './read-model.ts'
import type { ReadersWait } from './readers-wait.ts'
import type { Retries } from './retries.ts'
import { addSale } from './sold-products.ts'

/** Lists do not wait for more products than this, which only price lists and large edits change at once. */
export const MAX_AWAITED = 50

/** Applies the changes that are announced. */
export interface IndexUpdater {
  /**
   * What a list waits for, until the index shows every change that was announced before; null when it shows them
   * already. A list does not wait while the database is down or takes longer than 200 ms for a read, while what failed
   * is read again, during a resync, or for more than fifty products that were announced at once, as by each group of a
   * price list; the caller of `refresh` learns when those are shown.
   */
  readonly awaited: Promise<void> | null
  /** Resolves when the index shows all changes that were announced before, also of many products at once. */
  allChanges(): Promise<void>
  /**
   * Reads these products again and resolves when the index shows them. Calls with few products during a read are
   * combined into the next one. When the database does not answer, the updater tries again later.
   */
  refresh(productIds: readonly number[]): Promise<void>
  /**
   * The same for products that this process has sold. Those are applied as the sale left them, without reading them,
   * when the read model has them as they were before it.
   */
  refreshSold(sold: readonly SoldProduct[]): Promise<void>
}

export function createIndexUpdater(deps: {
  readonly readModel: ReadModel
  readonly readersWait: Pick<ReadersWait, 'awaited' | 'letWaitFor'>
  readonly retries: Retries
  readonly resync: CatalogPasses['resync']
}): IndexUpdater {
  const { readModel, readersWait, retries, resync } = deps
  /** What is to be applied, by the ids; null for a product that must be read. */
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
    await orRetryLater(ids, () => readModel.readAgain(ids, taken))
  }

  function startNext(): Promise<void> {
    if (next === null) {
      next = readModel.exclusively(refreshWaiting)
      readersWait.letWaitFor(next)
    }
    return next
  }

  function refreshMany(ids: readonly number[]): Promise<void> {
    const refreshed = orRetryLater(ids, () => readModel.readInSlices(ids))
    const ended = refreshed.catch(() => {}).then(() => void refreshesOfMany.delete(ended))
    refreshesOfMany.add(ended)
    return refreshed
  }

  /** No reader waits for it: they wait for changes that were announced, not for those that are tried again. */
  async function refreshFailed(): Promise<void> {
    const ids = [...failed]
    failed = new Set()
    if (ids.length > 0) await orRetryLater(ids, () => readModel.readInSlices(ids))
  }

  /** What fails is read again later, together with whatever else has failed by then. */
  async function orRetryLater(ids: readonly number[], read: () => Promise<void>): Promise<void> {
    try {
      await read()
      retries.succeeded()
      if (readModel.current.index.isMostlyUnused) void resync().catch(retries.warnBehind)
    } catch (error) {
      for (const id of ids) failed.add(id)
      retries.tryLater(refreshFailed)
      throw error
    }
  }

  return {
    get awaited() {
      return readersWait.awaited
    },
    async allChanges() {
      await Promise.all([readersWait.awaited, ...refreshesOfMany])
    },
    refresh(productIds) {
      if (productIds.length > MAX_AWAITED) return refreshMany(productIds)
      for (const id of productIds) waiting.set(id, null)
      return startNext()
    },
    refreshSold(sold) {
      if (sold.length > MAX_AWAITED) return refreshMany(sold.map(({ product }) => product.id))
      for (const each of sold) addSale(waiting, each)
      return startNext()
    },
  }
}
