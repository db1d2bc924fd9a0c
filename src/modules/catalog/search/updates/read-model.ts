import { setImmediate } from 'node:timers/promises'
import type {
  ProductChangeRepository,
  SoldProduct,
  StoredProduct,
} from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { ProductTexts } from '../disk/product-texts.ts'
import type { ProductText } from '../product-text.ts'
import { CatalogIndex } from '../memory/catalog-index.ts'
import { slicesToReadThrough } from '../slices-to-read-through.ts'
import { afterChange, beforeChange, foundById, foundOf, updateState, type ReadModelState } from './read-model-state.ts'
import type { ReadersWait } from './readers-wait.ts'

const READ_AT_ONCE = 200
/** How often what changed during a reading of everything is read while other changes go on; the rest is read alone. */
const MAX_ROUNDS = 10

/** Products as this process sold them, by their ids; null for one that must be read. */
export type SoldProducts = ReadonlyMap<number, SoldProduct | null>

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

/** The process ends while products are still to be read. */
class CatalogClosed extends Error {
  constructor() {
    super('the catalog was closed while it was read')
  }
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
  let current: ReadModelState = { index: new CatalogIndex(), texts: newTexts(), completeUntilMs: 0, isOfThisCode: true }
  let reading: Promise<unknown> = Promise.resolve()
  /** The products that changed while all are read again; null otherwise. */
  let changedMeanwhile: Set<number> | null = null
  let isClosed = false

  function exclusively(work: () => Promise<void>): Promise<void> {
    const done = reading.then(work)
    reading = done.catch(() => {})
    return done
  }

  function readNow(ids: readonly number[]): Promise<readonly StoredProduct[]> {
    return readersWait.timed(() => products.findMany(ids))
  }

  async function readAgain(ids: readonly number[], sold: SoldProducts = new Map()): Promise<void> {
    // If the index has another version than the one before the sale, that one may be newer than the sale.
    const soldAfterKnown = (id: number): SoldProduct | null => {
      const product = sold.get(id) ?? null
      return product !== null && current.texts.changedAtOf(id) === product.changedBefore ? product : null
    }
    for (const slice of slicesOf(ids, READ_AT_ONCE)) {
      if (isClosed) throw new CatalogClosed()
      const known = slice.flatMap((id) => soldAfterKnown(id) ?? [])
      const read = await readNow(slice.filter((id) => soldAfterKnown(id) === null))
      await applyFound(slice, foundById([...known, ...read]))
    }
  }

  async function applyFound(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    for (const id of ids) changedMeanwhile?.add(id)
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

  /** Fills a state that nobody sees yet. */
  async function fill(state: ReadModelState): Promise<void> {
    const { index, texts } = state
    for await (const batch of products.readAll()) {
      for (const slice of slicesToReadThrough(batch, ({ product }) => product)) {
        if (isClosed) throw new CatalogClosed()
        await beforeChange(state, slice)
        texts.update([], slice)
        for (const { product } of slice) index.fill(product)
        await afterChange(state)
      }
    }
    index.finish()
  }

  /** Reads products again into a state that nobody sees yet. */
  async function readInto(state: ReadModelState, ids: readonly number[]): Promise<void> {
    for (const slice of slicesOf(ids, READ_AT_ONCE)) {
      const found = foundById(await readNow(slice))
      for (const part of slicesToReadThrough(slice, (id) => found.get(id)?.product)) {
        if (isClosed) throw new CatalogClosed()
        await beforeChange(state, foundOf(part, found))
        updateState(state, part, found)
        await afterChange(state)
      }
    }
  }

  return {
    get current() {
      return current
    },
    exclusively,
    readAgain,
    async readInSlices(ids) {
      for (const slice of slicesOf(ids, READ_AT_ONCE)) await exclusively(() => readAgain(slice))
    },
    async readAll() {
      const fresh = { index: new CatalogIndex(), texts: newTexts(), completeUntilMs: Date.now(), isOfThisCode: true }
      changedMeanwhile = new Set()
      try {
        await fill(fresh)
        // A price list may have changed most of them, and for the last round sales wait.
        for (let round = 0; round < MAX_ROUNDS && changedMeanwhile.size > READ_AT_ONCE; round++) {
          const changed = [...changedMeanwhile]
          changedMeanwhile = new Set()
          await readInto(fresh, changed)
        }
        await exclusively(async () => {
          await readInto(fresh, [...(changedMeanwhile ?? [])])
          current.texts.releaseAll()
          current = fresh
          changes.countAll()
        })
      } catch (error) {
        fresh.texts.releaseAll()
        throw error
      } finally {
        changedMeanwhile = null
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
      if (isClosed || !current.texts.isKept) found = await products.findMany(productIds)
      else
        await exclusively(async () => {
          found = await readNow(productIds)
          await applyToTexts(productIds, foundById(found))
        })
      return new Map(found.map((stored) => [stored.product.id, current.texts.textOf(stored)]))
    },
    async compactTexts() {
      while (current.texts.compact()) await setImmediate()
    },
    async close() {
      isClosed = true
      await reading
    },
  }
}

function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size)
}
