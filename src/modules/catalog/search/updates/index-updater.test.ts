import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { aStore, anUpdater, until } from '../testing/updated-catalog.ts'

describe('changes that are announced', () => {
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
    await until(async () => expect(await updater.list()).toHaveLength(2))
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
    await until(() => expect(proceeds).toHaveLength(1))
    expect(await updater.list()).toHaveLength(3)
    const all = updater.allChanges()

    store.remove(1)
    const sold = updater.refresh([1])
    const listed = updater.list()
    proceeds[0]?.()
    // The sale comes between two slices of the price list.
    await until(() => expect(proceeds).toHaveLength(2))
    proceeds[1]?.()
    await sold
    expect(await listed).toHaveLength(202)
    expect(store.reads.slice(1, 3)).toEqual([ids.slice(0, 200), [1]])

    await until(() => expect(proceeds).toHaveLength(3))
    proceeds[2]?.()
    await all
    expect(updater.current.index.size).toBe(402)
    await refreshed
    expect(await updater.list()).toHaveLength(402)
  })

  it('has staff wait for what they have changed, few products or many', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    let proceed = () => {}
    store.beforeRead = () => new Promise((resolve) => (proceed = resolve))
    store.write(aProduct({ id: 2 }))
    const refreshed = updater.refresh([2])
    const shown = updater.allChanges().then(() => updater.current.index.size)
    await until(() => expect(store.reads).toContainEqual([2]))
    proceed()
    expect(await shown).toBe(2)
    await refreshed
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
    await until(async () => expect(await updater.list()).toHaveLength(301))
  })

  it('reads all that could not be read, however often something else failed meanwhile', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.isAway = true
    for (const id of [2, 3]) {
      store.write(aProduct({ id }))
      await expect(updater.refresh([id])).rejects.toThrow('away')
    }
    store.isAway = false
    await vi.advanceTimersByTimeAsync(4000)
    await until(async () => expect(await updater.list()).toHaveLength(3))
  })

  it('tries soon again what fails after something was read, and reads no more than that', async () => {
    const store = aStore(4)
    const updater = anUpdater(store)
    await updater.rebuild()
    store.isAway = true
    for (const id of [1, 2]) await expect(updater.refresh([id])).rejects.toThrow('away')
    store.isAway = false
    await vi.advanceTimersByTimeAsync(4000)
    await updater.refresh([3])
    store.isAway = true
    await expect(updater.refresh([4])).rejects.toThrow('away')
    store.isAway = false
    store.reads.length = 0
    await vi.advanceTimersByTimeAsync(1000)
    await until(() => expect(store.reads).toEqual([[4]]))
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
    await until(() => expect(store.reads).toEqual([ids.slice(0, 200)]))
    expect(await updater.list()).toHaveLength(1)
    await updater.allChanges()
    expect(updater.current.index.size).toBe(1)
    proceed()
    await until(async () => expect(await updater.list()).toHaveLength(1 + count))
  })

  it('takes in what was sold without reading it, unless it knows something else of the product', async () => {
    const store = aStore(2)
    const updater = anUpdater(store)
    await updater.rebuild()
    const stockOf = async () => {
      await updater.allChanges()
      return updater.current.index.stats().lowStock
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
})
