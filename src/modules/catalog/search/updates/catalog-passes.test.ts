import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { aProduct } from '../../testing/product-builder.ts'
import { aStore, anUpdater, until } from '../testing/updated-catalog.ts'

describe('passes over the catalog', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
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
    const first = updater.resync(0)
    await wait(20)
    const second = updater.resync(0)
    // It has waited, and would begin as soon as the first one ends.
    await wait(20)
    expect(begun).toBe(1)
    const rebuiltInBackground = updater.rebuildInBackground()
    const rebuilt = updater.rebuild()
    proceed()
    await Promise.all([first, second, rebuiltInBackground, rebuilt])
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
    await updater.resync(0)
    expect(store.reads.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual([7, 9, 501])
    const ids = await updater.list()
    expect(ids).toHaveLength(500)
    expect(ids).not.toContain(9)
    const { ids: inStock } = updater.current.index.list({ inStock: true, sort: 'name', limit: 1000, offset: 0 })
    expect(inStock).not.toContain(7)

    store.reads.length = 0
    await updater.resync(0)
    expect(store.reads).toEqual([])
  })

  it('asks in the next pass for what changed since the last one, and not for more and more', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    vi.advanceTimersByTime(DAY_MS)
    const begun = Date.now()
    await updater.resync(0)
    vi.advanceTimersByTime(DAY_MS)
    const listChanges = vi.spyOn(store, 'listChanges')
    await updater.resync(0)
    expect(listChanges.mock.calls).toEqual([[begun]])
  })

  it('reads in the next pass what was written during one, however long that took', async () => {
    const store = aStore(2)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 1, inStock: false, stockQuantity: 0 }))
    let proceed = () => {}
    store.beforeRead = () => new Promise<void>((resolve) => (proceed = resolve))
    store.reads.length = 0
    const reading = updater.resync(0)
    await until(() => expect(store.reads).toEqual([[1]]))
    store.write(aProduct({ id: 2, inStock: false, stockQuantity: 0 }))
    vi.advanceTimersByTime(3_600_000)
    store.beforeRead = async () => {}
    proceed()
    await reading
    await updater.resync(0)
    expect(updater.inStock()).toEqual([])
  })

  it('lists from the old index while it reads what changed', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 4 }))
    let proceed = () => {}
    store.beforeRead = () => new Promise<void>((resolve) => (proceed = resolve))
    const reading = updater.resync(0)
    await until(() => expect(store.reads).toContainEqual([4]))
    expect(await updater.list()).toHaveLength(3)
    proceed()
    await reading
    expect(await updater.list()).toHaveLength(4)
  })

  it('makes one of many resyncs at once, after a pause of random length', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    await updater.rebuild()
    const listChanges = vi.spyOn(store, 'listChanges')
    const resyncs = Array.from({ length: 20 }, () => updater.resync())
    expect(listChanges).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3000)
    await Promise.all(resyncs)
    expect(listChanges).toHaveBeenCalledTimes(1)
  })

  it('looks for changes of which nobody told one time after the other, however long one takes', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 1, name: 'Renamed' }))
    let proceed = () => {}
    store.beforeRead = () => new Promise((resolve) => (proceed = resolve))
    const listChanges = vi.spyOn(store, 'listChanges')
    store.reads.length = 0
    const looks = [updater.catchUp(), updater.catchUp()]
    await until(() => expect(store.reads).toHaveLength(1))
    looks.push(updater.catchUp())
    proceed()
    await Promise.all(looks)
    expect(listChanges).toHaveBeenCalledTimes(1)
    await updater.catchUp()
    expect(listChanges).toHaveBeenCalledTimes(2)
  })

  it('tries a resync soon again that fails after others did not', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    const listChanges = vi.spyOn(store, 'listChanges')
    for (let outage = 0; outage < 3; outage++) {
      store.isAway = true
      await expect(updater.resync(0)).rejects.toThrow('away')
      store.isAway = false
      listChanges.mockClear()
      await vi.advanceTimersByTimeAsync(1000)
      await until(() => expect(listChanges).toHaveBeenCalledOnce())
      await updater.resync(0)
    }
  })

  it('tries a resync again that failed', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 2 }))
    store.isAway = true
    await expect(updater.resync(0)).rejects.toThrow('away')
    store.isAway = false
    await vi.advanceTimersByTimeAsync(1000)
    await until(async () => expect(await updater.list()).toHaveLength(2))
  })

  it('tries a reading of everything in the background again that failed', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.write(aProduct({ id: 2 }))
    store.isAway = true
    await updater.rebuildInBackground()
    store.isAway = false
    await vi.advanceTimersByTimeAsync(1000)
    await until(async () => expect(await updater.list()).toHaveLength(2))
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
    const reading = updater.resync(0)
    await until(() => expect(store.reads).toEqual(['all']))
    expect(await updater.list()).toHaveLength(3)
    store.beforeRead = async () => {}
    // Written after the read had begun: the new index must have it, too.
    store.remove(1)
    await updater.refresh([1])
    proceed()
    await reading
    expect((await updater.list()).toSorted()).toEqual([2, 3, 4])
  })

  it('reads everything when the clock was put back, because what changed since may have any time', async () => {
    const store = aStore(3)
    const updater = anUpdater(store)
    vi.setSystemTime(Date.now() + DAY_MS)
    await updater.rebuild()
    vi.setSystemTime(Date.now() - DAY_MS)
    store.write(aProduct({ id: 2, inStock: false, stockQuantity: 0 }))
    await updater.resync(0)
    expect(updater.inStock()).not.toContain(2)

    store.reads.length = 0
    vi.advanceTimersByTime(1000)
    store.write(aProduct({ id: 3, inStock: false, stockQuantity: 0 }))
    await updater.resync(0)
    expect(store.reads).toEqual([[3]])
  })

  it('reads everything when most words that it knows are in no product any more, and not before', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const words = (count: number, from: number) => Array.from({ length: count }, (_, i) => `q${from + i}`)
    const store = aStore(1)
    store.write(aProduct({ id: 2, features: words(5000, 0) }))
    store.write(aProduct({ id: 3, features: words(7000, 5000) }))
    const updater = anUpdater(store)
    await updater.rebuild()
    store.reads.length = 0
    store.write(aProduct({ id: 2 }))
    await updater.refresh([2])
    await updater.resync(0)
    expect(store.reads).toEqual([[2]])

    store.write(aProduct({ id: 3 }))
    await updater.refresh([3])
    await until(() => expect(store.reads).toEqual([[2], [3], 'all']))
    await until(() => expect(updater.current.index.isMostlyUnused).toBe(false))
  })
})
