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
import { foundById, updateCatalog, type LoadedCatalog } from './loaded-catalog.ts'
import type { ReadersWait } from './readers-wait.ts'

/** Products that are read at once. */
const SLICE = 200
/** Products that are applied at once, some 4 ms of the processor: others are answered meanwhile. */
const APPLIED_AT_ONCE = 50

/** Products as this process sold them, by their ids; null is to be read. */
export type KnownProducts = ReadonlyMap<number, SoldProduct | null>

/** The catalog of this process. Only here it changes: of two reads of a product the later one must win. */
export interface HeldCatalog {
  /** As it is known now. */
  readonly loaded: LoadedCatalog
  /** Runs what reads or changes the catalog, one after the other. */
  exclusively(work: () => Promise<void>): Promise<void>
  /**
   * Reads products and applies what was read, within `exclusively`.
   * @param known what need not be read as long as the catalog knows the version before it
   * @throws CatalogClosed
   */
  readAgain(productIds: readonly number[], known?: KnownProducts): Promise<void>
  /** The same of many, in slices with their own turns: a sale meanwhile waits for one of them and not for all. */
  readInSlices(productIds: readonly number[]): Promise<void>
  /**
   * Reads all products into a new catalog, which takes the place of this one then. It shows nothing as it was before a
   * change that this one shows.
   * @throws CatalogClosed
   */
  readAll(): Promise<void>
  /** The catalog is complete up to this time (ms). */
  markGoodFor(timeMs: number): void
  /** Puts what was kept on the disk in the place of an empty catalog. */
  adopt(catalog: LoadedCatalog): void
  /** The public JSON of these products from the database, for when it is not kept; it is kept again if that is possible. */
  encode(productIds: readonly number[]): Promise<ReadonlyMap<number, ProductText>>
  /** Gives back the room on the disk that texts no longer need, in pieces between which others are answered. */
  compactTexts(): Promise<void>
  /** Reads nothing any more but what is being read; resolves when that is done. */
  close(): Promise<void>
}

/** What is asked of a catalog that was closed meanwhile. */
class CatalogClosed extends Error {
  constructor() {
    super('the catalog was closed while it was read')
  }
}

/**
 * @param deps.onChange called after every change of the catalog
 * @param deps.newTexts makes texts of no product, on the same file
 */
export function createHeldCatalog(deps: {
  readonly products: Pick<ProductChangeRepository, 'findMany' | 'readAll'>
  readonly changes: ChangeCounts
  readonly readersWait: Pick<ReadersWait, 'timed'>
  readonly onChange: () => void
  readonly newTexts: () => ProductTexts
}): HeldCatalog {
  const { products, changes, readersWait, onChange, newTexts } = deps
  let loaded: LoadedCatalog = { index: new CatalogIndex(), texts: newTexts(), goodForMs: 0, isCurrent: true }
  let reading: Promise<unknown> = Promise.resolve()
  /** What was applied while all products are read again. */
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

  async function readAgain(ids: readonly number[], sold: KnownProducts = new Map()): Promise<void> {
    // Anything else that is known of a product may be newer.
    const knownOf = (id: number): SoldProduct | null => {
      const known = sold.get(id) ?? null
      return known !== null && loaded.texts.changedAtOf(id) === known.changedBefore ? known : null
    }
    for (const slice of slicesOf(ids, SLICE)) {
      if (isClosed) throw new CatalogClosed()
      const known = slice.flatMap((id) => knownOf(id) ?? [])
      const read = await readNow(slice.filter((id) => knownOf(id) === null))
      await applyFound(slice, foundById([...known, ...read]))
    }
  }

  async function applyFound(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    for (const id of ids) changedMeanwhile?.add(id)
    for (const slice of slicesOf(ids, APPLIED_AT_ONCE)) {
      const isRearranged = updateCatalog(loaded, slice, found, changes)
      if (isRearranged) changes.countArrangement()
      onChange()
      await setImmediate()
    }
  }

  /**
   * Applies what was read to make texts. What is of the version that the catalog knows is written among the texts only:
   * anything else must be in the index, too, because a resync leaves out what the texts know.
   */
  async function applyToTexts(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    const isKnown = (id: number) => found.get(id)?.changedAt === loaded.texts.changedAtOf(id)
    const changed = ids.filter((id) => !isKnown(id))
    loaded.texts.update(
      [],
      [...found.values()].filter(({ product }) => isKnown(product.id)),
      changes,
    )
    await applyFound(changed, found)
  }

  /** Fills a catalog that nobody sees yet. */
  async function fill({ index, texts }: LoadedCatalog): Promise<void> {
    for await (const batch of products.readAll()) {
      for (const slice of slicesOf(batch, APPLIED_AT_ONCE)) {
        if (isClosed) throw new CatalogClosed()
        texts.update([], slice)
        for (const { product } of slice) index.fill(product)
        await setImmediate()
      }
    }
    index.finish()
  }

  /** Reads products again into a catalog that nobody sees yet. */
  async function readInto(catalog: LoadedCatalog, ids: readonly number[]): Promise<void> {
    for (const slice of slicesOf(ids, SLICE)) {
      const found = foundById(await readNow(slice))
      for (const part of slicesOf(slice, APPLIED_AT_ONCE)) {
        updateCatalog(catalog, part, found)
        await setImmediate()
      }
    }
  }

  return {
    get loaded() {
      return loaded
    },
    exclusively,
    readAgain,
    async readInSlices(ids) {
      for (const slice of slicesOf(ids, SLICE)) await exclusively(() => readAgain(slice))
    },
    async readAll() {
      const fresh = { index: new CatalogIndex(), texts: newTexts(), goodForMs: Date.now(), isCurrent: true }
      changedMeanwhile = new Set()
      try {
        await fill(fresh)
        await exclusively(async () => {
          await readInto(fresh, [...(changedMeanwhile ?? [])])
          loaded.texts.releaseAll()
          loaded = fresh
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
    markGoodFor(timeMs) {
      loaded = { ...loaded, goodForMs: timeMs }
    },
    adopt(catalog) {
      loaded = catalog
    },
    async encode(productIds) {
      let found: readonly StoredProduct[] = []
      if (isClosed || !loaded.texts.isKept) found = await products.findMany(productIds)
      else
        await exclusively(async () => {
          found = await readNow(productIds)
          await applyToTexts(productIds, foundById(found))
        })
      return new Map(found.map((stored) => [stored.product.id, loaded.texts.textOf(stored)]))
    },
    async compactTexts() {
      while (loaded.texts.compact()) await setImmediate()
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
