import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import { TextFile } from '../disk/text-file.ts'
import { aStore, anUpdater, until } from '../testing/updated-catalog.ts'

describe('the catalog that a process holds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

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
    const rebuilt = updater.rebuildInBackground()
    await until(() => expect(readAll).toHaveBeenCalled())
    const readRest = proceed
    store.beforeRead = async () => {}
    store.write(aProduct({ id: 2, inStock: false, stockQuantity: 0 }))
    await updater.refresh([2])
    store.reads.length = 0
    store.beforeRead = hold()
    readRest()
    await until(() => expect(store.reads).toEqual([[2]]))
    expect(updater.inStock()).not.toContain(2)
    proceed()
    await rebuilt
    expect(updater.inStock()).toEqual([])
    expect(await updater.list()).toEqual([2])
  })

  it('shows a sale at once while it reads again the many products that changed during a reading of everything', async () => {
    const store = aStore(500)
    const updater = anUpdater(store)
    await updater.rebuild()
    const holds: (() => void)[] = []
    store.beforeRead = () => new Promise((resolve) => holds.push(resolve))
    const rebuilt = updater.rebuildInBackground()
    await until(() => expect(holds).toHaveLength(1))
    store.beforeRead = async () => {}
    for (let id = 1; id <= 500; id++) store.write(aProduct({ id, name: `Renamed ${id}` }))
    await updater.refresh(Array.from({ length: 500 }, (_, i) => i + 1))
    store.reads.length = 0
    store.beforeRead = () =>
      new Promise((resolve) => (store.reads.at(-1)?.length === 1 ? resolve() : holds.push(resolve)))
    holds[0]?.()
    await until(() => expect(store.reads).toHaveLength(1))
    store.write(aProduct({ id: 7, inStock: false, stockQuantity: 0 }))
    let isShown = false
    const refreshed = updater.refresh([7]).then(() => (isShown = true))
    await until(() => expect(isShown).toBe(true))
    expect(updater.inStock()).not.toContain(7)

    store.beforeRead = async () => {}
    for (const proceed of holds) proceed()
    await Promise.all([refreshed, rebuilt])
    // The 500 once, and the sold one for each of both catalogs.
    expect(store.reads.flat()).toHaveLength(502)
    expect(updater.inStock()).toHaveLength(499)
    expect(updater.inStock()).not.toContain(7)
    expect(updater.current.index.list({ search: 'renamed', limit: 1, offset: 0 }).total).toBe(499)
  })

  it('ends a reading of everything also when all changes again whenever it has been read again', async () => {
    const store = aStore(201)
    const updater = anUpdater(store)
    await updater.rebuild()
    const all = Array.from({ length: 201 }, (_, i) => i + 1)
    let changes = 0
    let isChanging = false
    store.beforeRead = async () => {
      if (isChanging || changes === 50) return
      isChanging = true
      changes++
      await updater.readAgain(all)
      isChanging = false
    }
    await updater.rebuild()
    expect(changes).toBeLessThan(50)
  })

  it('applies fifty usual products at a time, and as few with long texts as take no longer', async () => {
    const longest = { description: 'd'.repeat(5000), features: Array.from({ length: 50 }, () => 'f'.repeat(300)) }
    const applied = vi.spyOn(ProductTexts.prototype, 'update')
    const timesOf = async (change: () => Promise<unknown>) => {
      applied.mockClear()
      await change()
      return applied.mock.calls.map(([, products]) => products.length)
    }
    for (const [texts, count, atOnce] of [
      [{}, 60, 50],
      [longest, 7, 3],
      [{ fits: Array.from({ length: 200 }, () => 'm'.repeat(200)) }, 3, 1],
      [{ specifications: { Speed: 's'.repeat(10_000) } }, 9, 6],
    ] as const) {
      const store = aStore(0)
      const updater = anUpdater(store)
      const ids = Array.from({ length: count }, (_, i) => i + 1)
      for (const id of ids) store.write(aProduct({ id, ...texts }))
      const sizes = [
        await timesOf(() => updater.rebuild()),
        await timesOf(() => updater.refresh(ids)),
        await timesOf(() => updater.readAgain(ids)),
      ]
      for (const each of sizes) {
        expect(Math.max(...each)).toBe(atOnce)
        expect(each.reduce((sum, size) => sum + size, 0)).toBe(count)
      }
      await updater.close()
    }
    applied.mockRestore()
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
    // What a reading of everything has found is not compared with what was known.
    before = counts()
    await updater.rebuild()
    expect(moved(before)).toEqual([true, true, true, true])
  })
})

describe('making a text again', () => {
  let folder: string
  let file: TextFile
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    folder = mkdtempSync(join(tmpdir(), 'read-model-'))
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
    await updater.resync(0)
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
    updater.current.texts.releaseAll()
    const place = file.append([Buffer.alloc(2000)])[0] ?? NaN
    expect(file.unused()).toHaveLength(Math.floor(place / 2 ** 32))
  })

  it('leaves nothing on the disk of a reading of everything that failed', async () => {
    const store = aStore(3)
    const updater = anUpdater(store, file)
    await updater.rebuild()
    const former = await store.findMany([1, 2, 3])
    vi.spyOn(store, 'readAll').mockImplementation(async function* () {
      yield [...former]
      throw new Error('away')
    })
    await expect(updater.rebuild()).rejects.toThrow('away')
    updater.current.texts.releaseAll()
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
    const resynced = updater.resync(0)
    await until(() => expect(store.reads).toHaveLength(1))
    const closed = updater.close()
    proceed()
    await closed
    const end = file.append([Buffer.alloc(1)])[0]
    await Promise.allSettled([refreshed, resynced])
    await vi.advanceTimersByTimeAsync(120_000)
    store.beforeRead = async () => {}
    await expect(updater.refresh([1])).rejects.toThrow('closed')
    expect((await updater.encode([600])).get(600)?.json.toString()).toContain('Renamed 600')
    expect(store.reads.slice(1)).toEqual([[600]])
    expect(file.append([Buffer.alloc(1)])[0]).toBe((end ?? NaN) + 1)
  })
})
