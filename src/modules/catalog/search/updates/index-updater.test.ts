import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger'
import type { Product } from '../../domain/product.ts'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import { TextFile } from '../disk/text-file.ts'
import { createCatalogPasses } from './catalog-passes.ts'
import { createHeldCatalog } from './held-catalog.ts'
import { createIndexUpdater } from './index-updater.ts'
import { createReadersWait } from './readers-wait.ts'
import { createRetries } from './retries.ts'

const logger = createLogger('silent')
const DAY_MS = 24 * 3_600_000

/** A database that records its reads and can be unreachable. */
function aStore(count: number) {
  const stored = new Map<number, { product: Product; changedAt: number; reviewsChangedAt: number }>()
  const deleted = new Map<number, number>()
  const store = {
    /** Ids that were read, 'all' for a read of everything. */
    reads: [] as (readonly number[] | 'all')[],
    isAway: false,
    /** Called before each read; what it waits for, the read waits for. */
    beforeRead: async () => {},
    write(product: Product) {
      vi.advanceTimersByTime(1)
      stored.set(product.id, { product, changedAt: Date.now(), reviewsChangedAt: 0 })
    },
    remove(id: number) {
      vi.advanceTimersByTime(1)
      stored.delete(id)
      deleted.set(id, Date.now())
    },
    async *readAll() {
      store.reads.push('all')
      await store.beforeRead()
      if (store.isAway) throw new Error('away')
      yield [...stored.values()]
    },
    async findMany(ids: readonly number[]) {
      store.reads.push(ids)
      const found = ids.flatMap((id) => stored.get(id) ?? [])
      await store.beforeRead()
      if (store.isAway) throw new Error('away')
      return found
    },
    async *listChanges(sinceMs: number) {
      if (store.isAway) throw new Error('away')
      yield [...stored.values()]
        .filter(({ changedAt }) => changedAt >= sinceMs - 1000)
        .map(({ product, changedAt }) => ({ id: product.id, changedAt }))
      yield [...deleted.keys()].map((id) => ({ id, changedAt: null }))
    },
  }
  for (let id = 1; id <= count; id++) store.write(aProduct({ id }))
  return store
}

function anUpdater(store: ReturnType<typeof aStore>, file: TextFile | null = null) {
  const changes = new ChangeCounts()
  const newTexts = () => new ProductTexts({ encoder: plainEncoder, file, logger })
  const readersWait = createReadersWait()
  const retries = createRetries(logger)
  const held = createHeldCatalog({ products: store, changes, readersWait, newTexts, onChange: () => {} })
  const passes = createCatalogPasses({ products: store, held, retries })
  const updater = createIndexUpdater({ held, readersWait, retries, catchUp: passes.catchUp })
  const list = async () => {
    await updater.awaited
    return held.loaded.index.list({ sort: 'name', limit: 1000, offset: 0 }).ids
  }
  const inStock = () => held.loaded.index.list({ inStock: true, sort: 'name', limit: 1000, offset: 0 }).ids
  return {
    ...passes,
    ...updater,
    encode: held.encode,
    exclusively: held.exclusively,
    adopt: held.adopt,
    close() {
      retries.close()
      return held.close()
    },
    get loaded() {
      return held.loaded
    },
    changes,
    list,
    inStock,
  }
}

describe('updating the index', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('reads changes that arrive during a read in one go', async () => {
    const store = aStore(4)
    const updater = anUpdater(store)
    await updater.rebuild()
    await Promise.all([[1], [2], [3, 1], [4, 2]].map((ids) => updater.refresh(ids)))
    expect(store.reads).toEqual(['all', [1, 2, 3, 4]])
    expect(await updater.list()).toHaveLength(4)
  })

  it('keeps the old index while the database is down, and reads later what it missed', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 2 }))
    store.isAway = true
    await expect(updater.refresh([2])).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await updater.list()).toHaveLength(1)
    store.isAway = false
    await vi.advanceTimersByTimeAsync(2000)
    await vi.waitFor(async () => expect(await updater.list()).toHaveLength(2))
  })

  it('takes one pass after the other, whichever are asked for meanwhile', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    let [begun, running, most] = [0, 0, 0]
    let proceed = () => {}
    const held = new Promise<void>((resolve) => (proceed = resolve))
    const pass = async () => {
      begun++
      most = Math.max(most, ++running)
      await held
      await setImmediate()
      running--
    }
    vi.spyOn(store, 'listChanges').mockImplementation(async function* () {
      await pass()
      yield []
    })
    vi.spyOn(store, 'readAll').mockImplementation(async function* () {
      await pass()
      yield []
    })
    const first = updater.catchUp(0)
    await wait(20)
    const second = updater.catchUp(0)
    // It has waited, and would begin as soon as the first one ends.
    await wait(20)
    expect(begun).toBe(1)
    const renewed = updater.renew()
    const rebuilt = updater.rebuild()
    proceed()
    await Promise.all([first, second, renewed, rebuilt])
    expect([begun, most]).toEqual([4, 1])
  })

  it('reads only what changed when events were lost', async () => {
    const store = aStore(500)
    const updater = anUpdater(store)
    await updater.rebuild()
    vi.advanceTimersByTime(DAY_MS)
    store.reads.length = 0
    store.write(aProduct({ id: 7, inStock: false, stockQuantity: 0 }))
    store.write(aProduct({ id: 501 }))
    store.remove(9)
    await updater.catchUp(0)
    expect(store.reads.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual([7, 9, 501])
    const ids = await updater.list()
    expect(ids).toHaveLength(500)
    expect(ids).not.toContain(9)
    const { ids: inStock } = updater.loaded.index.list({ inStock: true, sort: 'name', limit: 1000, offset: 0 })
    expect(inStock).not.toContain(7)

    store.reads.length = 0
    await updater.catchUp(0)
    expect(store.reads).toEqual([])
  })

  it('lists from the old index while it reads what changed', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 4 }))
    let proceed = () => {}
    store.beforeRead = () => new Promise<void>((resolve) => (proceed = resolve))
    const reading = updater.catchUp(0)
    await vi.waitFor(() => expect(store.reads).toContainEqual([4]))
    expect(await updater.list()).toHaveLength(3)
    proceed()
    await reading
    expect(await updater.list()).toHaveLength(4)
  })

  it('lists without waiting for the many products of a price list, as staff do, and waits for a sale meanwhile', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    const ids = Array.from({ length: 400 }, (_, i) => 4 + i)
    for (const id of ids) store.write(aProduct({ id }))
    const proceeds: (() => void)[] = []
    store.beforeRead = () => new Promise<void>((resolve) => proceeds.push(resolve))
    const refreshed = updater.refresh(ids)
    await vi.waitFor(() => expect(proceeds).toHaveLength(1))
    expect(await updater.list()).toHaveLength(3)
    const all = updater.allChanges()

    store.remove(1)
    const sold = updater.refresh([1])
    const listed = updater.list()
    proceeds[0]?.()
    // The sale comes between two slices of the price list.
    await vi.waitFor(() => expect(proceeds).toHaveLength(2))
    proceeds[1]?.()
    await sold
    expect(await listed).toHaveLength(202)
    expect(store.reads.slice(1, 3)).toEqual([ids.slice(0, 200), [1]])

    await vi.waitFor(() => expect(proceeds).toHaveLength(3))
    proceeds[2]?.()
    await all
    expect(updater.loaded.index.size).toBe(402)
    await refreshed
    expect(await updater.list()).toHaveLength(402)
  })

  it('reads the many products of a price list later when the database is down', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    const ids = Array.from({ length: 300 }, (_, i) => 2 + i)
    for (const id of ids) store.write(aProduct({ id }))
    store.isAway = true
    await expect(updater.refresh(ids)).rejects.toThrow('away')
    store.isAway = false
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(async () => expect(await updater.list()).toHaveLength(301))
  })

  it('lists without waiting for a read that takes long, as when the database is away, nor for what comes after it', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    let proceed = () => {}
    const answered = new Promise<void>((resolve) => (proceed = resolve))
    store.beforeRead = () => answered
    store.write(aProduct({ id: 2 }))
    const refreshed = updater.refresh([2])
    let isListed = false
    const listed = updater.list().finally(() => (isListed = true))
    await vi.advanceTimersByTimeAsync(100)
    expect(isListed).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(await listed).toHaveLength(1)
    store.write(aProduct({ id: 3 }))
    const next = updater.refresh([3])
    expect(await updater.list()).toHaveLength(1)
    proceed()
    await Promise.all([refreshed, next])
    expect(await updater.list()).toHaveLength(3)
    store.remove(3)
    void updater.refresh([3])
    expect(await updater.list()).toHaveLength(2)
  })

  it.each([1, 300])('lists without waiting for the repair when %i products could not be read', async (count) => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    const ids = Array.from({ length: count }, (_, i) => 2 + i)
    for (const id of ids) store.write(aProduct({ id }))
    store.isAway = true
    await expect(updater.refresh(ids)).rejects.toThrow('away')
    store.isAway = false
    let proceed = () => {}
    const answered = new Promise<void>((resolve) => (proceed = resolve))
    store.beforeRead = () => answered
    store.reads.length = 0
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(store.reads).toEqual([ids.slice(0, 200)]))
    expect(await updater.list()).toHaveLength(1)
    await updater.allChanges()
    expect(updater.loaded.index.size).toBe(1)
    proceed()
    await vi.waitFor(async () => expect(await updater.list()).toHaveLength(1 + count))
  })

  it('makes one of many resyncs at once, after a pause of random length', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    const listChanges = vi.spyOn(store, 'listChanges')
    const resyncs = Array.from({ length: 20 }, () => updater.catchUp())
    expect(listChanges).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3000)
    await Promise.all(resyncs)
    expect(listChanges).toHaveBeenCalledTimes(1)
  })

  it('tries a resync again that failed', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 2 }))
    store.isAway = true
    await expect(updater.catchUp(0)).rejects.toThrow('away')
    store.isAway = false
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(async () => expect(await updater.list()).toHaveLength(2))
  })

  it('reads everything when it was away for longer than deletions are known, and lists from the old index meanwhile', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    vi.advanceTimersByTime(40 * DAY_MS)
    store.write(aProduct({ id: 4 }))
    store.reads.length = 0
    let proceed = () => {}
    store.beforeRead = () => new Promise<void>((resolve) => (proceed = resolve))
    const reading = updater.catchUp(0)
    await vi.waitFor(() => expect(store.reads).toEqual(['all']))
    expect(await updater.list()).toHaveLength(3)
    store.beforeRead = async () => {}
    // Written after the read had begun: the new index must have it, too.
    store.remove(1)
    await updater.refresh([1])
    proceed()
    await reading
    expect((await updater.list()).toSorted()).toEqual([2, 3, 4])
  })

  it('never shows the state before a change again when everything was read anew meanwhile', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    let proceed = () => {}
    const hold = () => {
      const answered = new Promise<void>((resolve) => (proceed = resolve))
      return () => answered
    }
    // The store hands out everything as it is when the read goes on, so the old product is put back for it.
    const before = (await store.findMany([2]))[0]!
    const readAll = vi.spyOn(store, 'readAll').mockImplementation(async function* () {
      await store.beforeRead()
      yield [before]
    })
    store.beforeRead = hold()
    const renewed = updater.renew()
    await vi.waitFor(() => expect(readAll).toHaveBeenCalled())
    const readRest = proceed
    store.beforeRead = async () => {}
    store.write(aProduct({ id: 2, inStock: false, stockQuantity: 0 }))
    await updater.refresh([2])
    store.reads.length = 0
    store.beforeRead = hold()
    readRest()
    await vi.waitFor(() => expect(store.reads).toEqual([[2]]))
    expect(updater.inStock()).not.toContain(2)
    proceed()
    await renewed
    expect(updater.inStock()).toEqual([])
    expect(await updater.list()).toEqual([2])
  })

  it('takes in what was sold without reading it, unless it knows something else of the product', async () => {
    const store = aStore(2)
    const updater = anUpdater(store)
    await updater.rebuild()
    const stockOf = async () => {
      await updater.allChanges()
      return updater.loaded.index.stats().lowStock
    }
    let changedBefore = (await store.findMany([1]))[0]!.changedAt
    const sell = (stockQuantity: number) => {
      const product = aProduct({ id: 1, stockQuantity })
      store.write(product)
      const sold = { product, changedAt: Date.now(), reviewsChangedAt: 0, changedBefore }
      changedBefore = Date.now()
      return updater.refreshSold([sold])
    }
    store.reads.length = 0
    await sell(4)
    await Promise.all([sell(3), sell(2)])
    expect(await stockOf()).toMatchObject([{ productId: 1, stockQuantity: 2 }])
    expect(store.reads.flat()).toEqual([])

    // A change beside it, which may be older or newer than the sale.
    await Promise.all([updater.refresh([1]), sell(1)])
    expect(store.reads.flat()).toEqual([1])
    expect(await stockOf()).toMatchObject([{ productId: 1, stockQuantity: 1 }])

    // The index has read something newer already.
    const late = { product: aProduct({ id: 1, stockQuantity: 9 }), changedAt: 5, reviewsChangedAt: 0, changedBefore: 4 }
    await updater.refreshSold([late])
    expect(store.reads.flat()).toEqual([1, 1])
    expect(await stockOf()).toMatchObject([{ productId: 1, stockQuantity: 1 }])
  })

  it('counts what changed: a sale, a change that is shown, an arrangement', async () => {
    const store = aStore(2)
    const updater = anUpdater(store)
    await updater.rebuild()
    const counts = () => [
      updater.changes.arrangement,
      updater.changes.versionOf(1),
      updater.changes.shownVersionOf(1),
      updater.changes.versionOf(2),
    ]
    const moved = (before: readonly number[]) => counts().map((count, i) => count > (before[i] ?? NaN))

    let before = counts()
    await updater.refresh([1])
    expect(moved(before)).toEqual([false, false, false, false])
    store.write(aProduct({ id: 1, stockQuantity: 9 }))
    await updater.refresh([1])
    expect(moved(before)).toEqual([false, true, false, false])
    before = counts()
    store.write(aProduct({ id: 1, stockQuantity: 9, description: 'New' }))
    await updater.refresh([1])
    expect(moved(before).slice(1)).toEqual([true, true, false])
    before = counts()
    store.write(aProduct({ id: 1, stockQuantity: 0, inStock: false }))
    await updater.refresh([1])
    expect(moved(before)).toEqual([true, true, true, false])
    before = counts()
    store.remove(2)
    await updater.refresh([2])
    expect(moved(before)).toEqual([true, false, false, true])
  })
})

describe('making a text again', () => {
  let folder: string
  let file: TextFile
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    folder = mkdtempSync(join(tmpdir(), 'index-updater-'))
    file = new TextFile(folder, { segmentBytes: 2000 })
  })
  afterEach(() => {
    vi.useRealTimers()
    file.close()
    rmSync(folder, { recursive: true })
  })

  it('takes what it reads into the index, too, so that a resync may leave it out', async () => {
    const store = aStore(3)
    const updater = anUpdater(store, file)
    await updater.rebuild()
    store.write(aProduct({ id: 3, inStock: false, stockQuantity: 0 }))
    await updater.encode([3])
    await updater.catchUp(0)
    expect(updater.inStock()).toEqual([1, 2])
  })

  it('is not lost when everything is read anew meanwhile', async () => {
    const store = aStore(3)
    const updater = anUpdater(store, file)
    await updater.rebuild()
    const former = await store.findMany([1, 2, 3])
    let proceed = () => {}
    const answered = new Promise<void>((resolve) => (proceed = resolve))
    vi.spyOn(store, 'readAll').mockImplementation(async function* () {
      await answered
      yield [...former]
    })
    const rebuilt = updater.rebuild()
    store.write(aProduct({ id: 3, inStock: false, stockQuantity: 0 }))
    await updater.encode([3])
    proceed()
    await rebuilt
    expect(updater.inStock()).toEqual([1, 2])
  })

  it('writes it for the catalog that is there then, and for none that was replaced while it waited', async () => {
    const store = aStore(3)
    const updater = anUpdater(store, file)
    await updater.rebuild()
    let proceed = () => {}
    const busy = updater.exclusively(() => new Promise<void>((resolve) => (proceed = resolve)))
    const rebuilt = updater.rebuild()
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    const made = updater.encode([1])
    proceed()
    await Promise.all([busy, rebuilt, made])
    updater.loaded.texts.releaseAll()
    const place = file.append([Buffer.alloc(2000)])[0] ?? NaN
    expect(file.unused()).toHaveLength(Math.floor(place / 2 ** 32))
  })

  it('ends with what is being read when the catalog is closed, and nothing is written after that', async () => {
    const store = aStore(600)
    const updater = anUpdater(store, file)
    await updater.rebuild()
    for (let id = 1; id <= 600; id++) store.write(aProduct({ id, name: `Renamed ${id}` }))
    store.reads.length = 0
    let proceed = () => {}
    store.beforeRead = () => new Promise((resolve) => (proceed = resolve))
    const refreshed = updater.refresh(Array.from({ length: 600 }, (_, i) => i + 1))
    const caughtUp = updater.catchUp(0)
    await vi.waitFor(() => expect(store.reads).toHaveLength(1))
    const closed = updater.close()
    proceed()
    await Promise.allSettled([closed, refreshed, caughtUp])
    const end = file.append([Buffer.alloc(1)])[0]
    await vi.advanceTimersByTimeAsync(120_000)
    store.beforeRead = async () => {}
    await expect(updater.refresh([1])).rejects.toThrow('closed')
    expect((await updater.encode([2])).get(2)?.json.toString()).toContain('Renamed 2')
    expect(store.reads.slice(1)).toEqual([[2]])
    expect(file.append([Buffer.alloc(1)])[0]).toBe((end ?? NaN) + 1)
  })
})
