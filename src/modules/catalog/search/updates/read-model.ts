import { setImmediate } from 'node:timers/promises'
import type { ProductChangeRepository, StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { ProductTexts } from '../disk/product-texts.ts'
import type { ProductText } from '../product-text.ts'
import { slicesToReadThrough } from '../slices-to-read-through.ts'
import { FullReading } from './full-reading.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { ProductReads, slicesToRead } from './product-reads.ts'
import {
  afterChange,
  beforeChange,
  emptyState,
  foundById,
  foundOf,
  updateState,
  type ReadModelState,
} from './read-model-state.ts'
import type { ReadersWait } from './readers-wait.ts'
import { soldAfter, type SoldProducts } from './sold-products.ts'

/** The read model of this process. It is changed only here, because of two reads of a product the later one must win. */
export interface ReadModel {
  /** As it is known now. */
  readonly current: ReadModelState
  /** Runs what reads or changes the read model, one after the other. */
  exclusively(work: () => Promise<void>): Promise<void>
  /**
   * Reads products and applies what was read. To be called within `exclusively`.
   * @param sold which of them this process has sold; these are not read if it has the version before the sale
   * @throws CatalogClosed
   */
  readAgain(productIds: readonly number[], sold?: SoldProducts): Promise<void>
  /** Does the same for many products, slice by slice: a sale that comes meanwhile waits for one slice, not for all. */
  readInSlices(productIds: readonly number[]): Promise<void>
  /**
   * Reads all products into a new state, which then takes the place of this one. What changes here meanwhile is read
   * once more at the end, so the new state is never behind this one.
   * @throws CatalogClosed
   */
  readAll(): Promise<void>
  /** Notes that the state is complete up to this time; see `ReadModelState`. */
  markCompleteUntil(timeMs: number): void
  /** Replaces the empty state by the one that was kept on the disk. */
  restore(state: ReadModelState): void
  /**
   * Makes the public JSON of these products from the database, where it is not kept, and keeps it if that is possible.
   */
  encode(productIds: readonly number[]): Promise<ReadonlyMap<number, ProductText>>
  /** Frees the room on the disk that texts no longer need, in pieces between which others are answered. */
  compactTexts(): Promise<void>
  /** Begins no further read; resolves when the one under way has ended. */
  close(): Promise<void>
}

/**
 * @param deps.onChange called after every change of the state
 * @param deps.newTexts makes texts of no product, on the same file
 */
export function createReadModel(deps: {
  readonly products: Pick<ProductChangeRepository, 'findMany' | 'readAll'>
  readonly changes: ChangeCounts
  readonly readersWait: Pick<ReadersWait, 'timed'>
  readonly onChange: () => void
  readonly newTexts: () => ProductTexts
}): ReadModel {
  const { products, changes, readersWait, onChange, newTexts } = deps
  const reads = new ProductReads(products, readersWait)
  const changesInOrder = new OneAtATime()
  let current = emptyState(newTexts(), 0)
  let fullReading: FullReading | null = null

  async function readAgain(ids: readonly number[], sold: SoldProducts = new Map()): Promise<void> {
    for (const slice of slicesToRead(ids)) {
      reads.throwIfClosed()
      const known: StoredProduct[] = []
      const unknown: number[] = []
      for (const id of slice) {
        const sale = soldAfter(current.texts.changedAtOf(id), id, sold)
        if (sale === null) unknown.push(id)
        else known.push(sale)
      }
      const read = await reads.findMany(unknown)
      await applyFound(slice, foundById([...known, ...read]))
    }
  }

  async function applyFound(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    fullReading?.noteChanged(ids)
    for (const slice of slicesToReadThrough(ids, (id) => found.get(id)?.product)) {
      await beforeChange(current, foundOf(slice, found))
      const isRearranged = updateState(current, slice, found, changes)
      if (isRearranged) changes.countArrangement()
      onChange()
      await afterChange(current)
    }
  }

  /**
   * Applies what was read to make texts. A product of the version that the index has goes to the texts alone; any
   * other must go into the index, too, because a resync leaves out the versions that the texts have.
   */
  async function applyToTexts(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    const isKnown = (id: number) => found.get(id)?.changedAt === current.texts.changedAtOf(id)
    const changed = ids.filter((id) => !isKnown(id))
    current.texts.update(
      [],
      [...found.values()].filter(({ product }) => isKnown(product.id)),
      changes,
    )
    await applyFound(changed, found)
  }

  return {
    get current() {
      return current
    },
    exclusively: (work) => changesInOrder.run(work),
    readAgain,
    async readInSlices(ids) {
      for (const slice of slicesToRead(ids)) await changesInOrder.run(() => readAgain(slice))
    },
    async readAll() {
      const fresh = new FullReading(emptyState(newTexts(), Date.now()), reads)
      fullReading = fresh
      try {
        await fresh.readAll()
        await changesInOrder.run(async () => {
          await fresh.readRest()
          current.texts.releaseAll()
          current = fresh.state
          changes.countAll()
        })
      } catch (error) {
        fresh.state.texts.releaseAll()
        throw error
      } finally {
        fullReading = null
      }
      onChange()
    },
    markCompleteUntil(timeMs) {
      current = { ...current, completeUntilMs: timeMs }
    },
    restore(state) {
      current = state
    },
    async encode(productIds) {
      let found: readonly StoredProduct[] = []
      if (reads.isClosed || !current.texts.isKept) found = await products.findMany(productIds)
      else
        await changesInOrder.run(async () => {
          found = await reads.findMany(productIds)
          await applyToTexts(productIds, foundById(found))
        })
      return new Map(found.map((stored) => [stored.product.id, current.texts.textOf(stored)]))
    },
    async compactTexts() {
      while (current.texts.compact()) await setImmediate()
    },
    async close() {
      reads.close()
      await changesInOrder.settled
    },
  }
}
