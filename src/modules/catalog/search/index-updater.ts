import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '#platform/logger'
import type { ProductChangeRepository, SoldProduct, StoredProduct } from '../persistence/product-change.repository.ts'
import { DELETIONS_KNOWN_MS } from '../persistence/product.model.ts'
import type { ChangeCounts } from './catalog-changes.ts'
import type { ProductText, ProductTexts } from './disk/product-texts.ts'
import { foundById, updateCatalog, type LoadedCatalog } from './loaded-catalog.ts'
import { CatalogIndex } from './memory/catalog-index.ts'
import { createReadersWait } from './readers-wait.ts'

/** Products that are read at once. */
const SLICE = 200
/** Products that are taken in at once, some 4 ms of the processor: others are answered meanwhile. */
const TAKEN_AT_ONCE = 50
/** Lists do not wait for more products than this, which only price lists and large edits change at once. */
const MOST_AWAITED = 50
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
/** An outage ends for all processes in one moment; they read at different ones. */
const LONGEST_JITTER_MS = 3000

export interface IndexUpdater {
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
  /** The catalog as it is known now. */
  readonly loaded: LoadedCatalog
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
  /**
   * Reads what changed since the catalog was last known to be complete, for when events may be missing. Calls before it
   * begins are one.
   * @param waitMs how long to wait first (default: up to 3 s, so that processes do not read at the same time)
   */
  catchUp(waitMs?: number): Promise<void>
  /** Runs work of others while the catalog stays as it is; what changes meanwhile is read afterwards. */
  exclusively(work: () => Promise<void>): Promise<void>
  /** Reads all products. */
  rebuild(): Promise<void>
  /** Reads all products for a catalog that is not current, which answers meanwhile; later again when this fails. */
  renew(): Promise<void>
  /** Puts what was kept on the disk in the place of an empty catalog; to be followed by `catchUp`. */
  adopt(catalog: LoadedCatalog): void
  /** The public JSON of these products from the database, for when it is not kept; it is kept again if that is possible. */
  encode(productIds: readonly number[]): Promise<ReadonlyMap<number, ProductText>>
  /** Takes in nothing any more but what is being read; resolves when that is done. */
  close(): Promise<void>
}

/** What is asked of a catalog that was closed meanwhile. */
class CatalogClosed extends Error {
  constructor() {
    super('the catalog was closed while it was read')
  }
}

export function createIndexUpdater(deps: {
  readonly products: ProductChangeRepository
  readonly changes: ChangeCounts
  readonly logger: Logger
  /** Called after every change of the catalog. */
  readonly onChange: () => void
  /** Texts of no product, on the same file. */
  readonly newTexts: () => ProductTexts
}): IndexUpdater {
  const { products, changes, logger } = deps
  let loaded: LoadedCatalog = { index: new CatalogIndex(), texts: deps.newTexts(), goodForMs: 0, isCurrent: true }
  /** What is to be taken in; null is to be read. */
  let waiting = new Map<number, SoldProduct | null>()
  /** What could not be read. */
  let failed = new Set<number>()
  let retryMs = FIRST_RETRY_MS
  let next: Promise<void> | null = null
  const readersWait = createReadersWait()
  /** The refreshes of many products that are running. */
  const refreshesOfMany = new Set<Promise<void>>()
  let reading: Promise<unknown> = Promise.resolve()
  let plannedCatchUp: Promise<void> | null = null
  /** The last pass over what changed, or over all products. */
  let pass: Promise<unknown> = Promise.resolve()
  /** What was refreshed while all products are read again. */
  let changedMeanwhile: Set<number> | null = null
  let isClosed = false

  /** Reads and takes in, one after the other: of two reads of a product the later one must win. */
  function exclusively(read: () => Promise<void>): Promise<void> {
    const done = reading.then(read)
    reading = done.catch(() => {})
    return done
  }

  /** Reads products while nothing else is read. */
  function readNow(ids: readonly number[]): Promise<readonly StoredProduct[]> {
    return readersWait.timed(() => products.findMany(ids))
  }

  async function readAgain(ids: readonly number[], sold: typeof waiting = new Map()): Promise<void> {
    // Anything else that is known of a product may be newer.
    const knownOf = (id: number): SoldProduct | null => {
      const known = sold.get(id) ?? null
      return known !== null && loaded.texts.changedAtOf(id) === known.changedBefore ? known : null
    }
    for (let i = 0; i < ids.length; i += SLICE) {
      if (isClosed) throw new CatalogClosed()
      const slice = ids.slice(i, i + SLICE)
      const known = slice.flatMap((id) => knownOf(id) ?? [])
      const read = await readNow(slice.filter((id) => knownOf(id) === null))
      await takeIn(slice, foundById([...known, ...read]))
    }
  }

  async function takeIn(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    for (const id of ids) changedMeanwhile?.add(id)
    for (let i = 0; i < ids.length; i += TAKEN_AT_ONCE) {
      const isRearranged = updateCatalog(loaded, ids.slice(i, i + TAKEN_AT_ONCE), found, changes)
      if (isRearranged) changes.countArrangement()
      deps.onChange()
      await setImmediate()
    }
  }

  /**
   * Takes in what was read to make texts. What is of the version that the catalog knows is written among the texts only:
   * anything else must be in the index, too, because a resync leaves out what the texts know.
   */
  async function takeInTexts(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): Promise<void> {
    const isKnown = (id: number) => found.get(id)?.changedAt === loaded.texts.changedAtOf(id)
    const changed = ids.filter((id) => !isKnown(id))
    loaded.texts.update(
      [],
      [...found.values()].filter(({ product }) => isKnown(product.id)),
      changes,
    )
    await takeIn(changed, found)
  }

  async function refreshWaiting(): Promise<void> {
    next = null
    const taken = waiting
    const ids = [...taken.keys()]
    waiting = new Map()
    await orLater(ids, () => readAgain(ids, taken))
  }

  /** Reads in slices, so that a sale meanwhile waits for one of them and not for all. */
  function refreshInSlices(ids: readonly number[]): Promise<void> {
    return orLater(ids, async () => {
      for (let i = 0; i < ids.length; i += SLICE) await exclusively(() => readAgain(ids.slice(i, i + SLICE)))
    })
  }

  function refreshMany(ids: readonly number[]): Promise<void> {
    const refreshed = refreshInSlices(ids)
    const ended = refreshed.catch(() => {}).then(() => void refreshesOfMany.delete(ended))
    refreshesOfMany.add(ended)
    return refreshed
  }

  /** Nobody waits for it: readers wait for a change that was announced, not for one that is tried again. */
  async function refreshFailed(): Promise<void> {
    const ids = [...failed]
    failed = new Set()
    if (ids.length > 0) await refreshInSlices(ids)
  }

  /** What fails is read later together with what else has failed then. */
  async function orLater(ids: readonly number[], read: () => Promise<void>): Promise<void> {
    try {
      await read()
      retryMs = FIRST_RETRY_MS
      if (loaded.index.isMostlyUnused) void catchUp().catch(warnBehind)
    } catch (error) {
      for (const id of ids) failed.add(id)
      tryLater(refreshFailed)
      throw error
    }
  }

  function warnBehind(err: unknown): void {
    if (!isClosed) logger.warn({ err }, 'the catalog index is behind the database')
  }

  function tryLater(again: () => Promise<void>): void {
    if (isClosed) return
    setTimeout(() => void again().catch(warnBehind), retryMs).unref()
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
  }

  function startNext(): Promise<void> {
    if (next === null) {
      next = exclusively(refreshWaiting)
      readersWait.letWaitFor(next)
    }
    return next
  }

  async function readChanges(): Promise<void> {
    const begunMs = Date.now()
    // Longer ago it is not known any more what was deleted.
    if (begunMs - loaded.goodForMs > DELETIONS_KNOWN_MS / 2 || loaded.index.isMostlyUnused) return rebuild()
    for await (const batch of products.listChanges(loaded.goodForMs)) {
      const { texts } = loaded
      const ids = batch
        .filter(({ id, changedAt }) => (changedAt === null ? texts.has(id) : texts.changedAtOf(id) !== changedAt))
        .map(({ id }) => id)
      for (let i = 0; i < ids.length; i += SLICE) await exclusively(() => readAgain(ids.slice(i, i + SLICE)))
    }
    loaded = { ...loaded, goodForMs: begunMs }
  }

  async function rebuild(): Promise<void> {
    const fresh = { index: new CatalogIndex(), texts: deps.newTexts(), goodForMs: Date.now(), isCurrent: true }
    changedMeanwhile = new Set()
    try {
      await fill(fresh)
      await exclusively(async () => {
        // Before the swap: the new catalog must not show anything as it was before a change that the former one shows.
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
    deps.onChange()
  }

  /** Reads all products into a new catalog. */
  async function fill({ index, texts }: LoadedCatalog): Promise<void> {
    for await (const batch of products.readAll()) {
      for (let i = 0; i < batch.length; i += TAKEN_AT_ONCE) {
        if (isClosed) throw new CatalogClosed()
        const slice = batch.slice(i, i + TAKEN_AT_ONCE)
        texts.update([], slice)
        for (const { product } of slice) index.fill(product)
        await setImmediate()
      }
    }
    index.finish()
  }

  /** Reads products again into a catalog that nobody sees yet. */
  async function readInto(catalog: LoadedCatalog, ids: readonly number[]): Promise<void> {
    for (let i = 0; i < ids.length; i += SLICE) {
      const slice = ids.slice(i, i + SLICE)
      const found = foundById(await readNow(slice))
      for (let j = 0; j < slice.length; j += TAKEN_AT_ONCE) {
        updateCatalog(catalog, slice.slice(j, j + TAKEN_AT_ONCE), found)
        await setImmediate()
      }
    }
  }

  /** One pass after the other: each takes changes in that another one at the same time might miss. */
  function afterOtherPasses(work: () => Promise<void>): Promise<void> {
    const done = pass.then(work)
    pass = done.catch(() => {})
    return done
  }

  async function renew(): Promise<void> {
    try {
      await afterOtherPasses(rebuild)
    } catch (error) {
      warnBehind(error)
      tryLater(renew)
    }
  }

  async function planCatchUp(waitMs: number): Promise<void> {
    await wait(waitMs, undefined, { ref: false })
    try {
      await afterOtherPasses(() => {
        // What is announced from here on may need another one.
        plannedCatchUp = null
        return readChanges()
      })
      retryMs = FIRST_RETRY_MS
    } catch (error) {
      tryLater(() => catchUp(0))
      throw error
    }
  }

  function catchUp(waitMs = Math.random() * LONGEST_JITTER_MS): Promise<void> {
    plannedCatchUp ??= planCatchUp(waitMs)
    return plannedCatchUp
  }

  return {
    get loaded() {
      return loaded
    },
    get awaited() {
      return readersWait.awaited
    },
    async upToDate() {
      if (readersWait.awaited !== null) await readersWait.awaited
      return loaded
    },
    async withAllChanges() {
      await Promise.all([readersWait.awaited, ...refreshesOfMany])
      return loaded
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
    exclusively,
    rebuild,
    renew,
    adopt(catalog) {
      loaded = catalog
    },
    async close() {
      isClosed = true
      await reading
    },
    async encode(productIds) {
      let found: readonly StoredProduct[] = []
      if (isClosed || !loaded.texts.isKept) found = await products.findMany(productIds)
      else
        await exclusively(async () => {
          found = await readNow(productIds)
          await takeInTexts(productIds, foundById(found))
        })
      return new Map(found.map((stored) => [stored.product.id, loaded.texts.textOf(stored)]))
    },
  }
}
