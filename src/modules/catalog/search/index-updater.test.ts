import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger'
import type { SearchFields } from '../persistence/product.repository.ts'
import { aProduct } from '../testing/product-builder.ts'
import { createIndexUpdater } from './index-updater.ts'

const logger = createLogger('silent')

/** A database that records its reads and can be unreachable. */
function aStore(stored: Map<number, SearchFields>) {
  const store = {
    reads: [] as (readonly number[] | null)[],
    isAway: false,
    async *streamSearchFields() {
      store.reads.push(null)
      if (store.isAway) throw new Error('away')
      const now = [...stored.values()]
      yield* now
    },
    async findSearchFields(ids: readonly number[]) {
      store.reads.push(ids)
      await Promise.resolve()
      if (store.isAway) throw new Error('away')
      return ids.flatMap((id) => stored.get(id) ?? [])
    },
  }
  return store
}

describe('updating the index', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads changes that arrive during a read in one go', async () => {
    const stored = new Map([1, 2, 3, 4].map((id) => [id, aProduct({ id })]))
    const store = aStore(stored)
    const updater = createIndexUpdater({ products: store, logger })
    await updater.refresh(null)
    await Promise.all([[1], [2], [3, 1], [4, 2]].map((ids) => updater.refresh(ids)))
    expect(store.reads).toEqual([null, [1, 2, 3, 4]])
    expect((await updater.upToDate()).size).toBe(4)
  })

  it('keeps the old index while the database is down, and catches up later', async () => {
    const stored = new Map([[1, aProduct({ id: 1 })]])
    const store = aStore(stored)
    const updater = createIndexUpdater({ products: store, logger })
    await updater.refresh(null)
    stored.set(2, aProduct({ id: 2 }))
    store.isAway = true
    await expect(updater.refresh([2])).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(1000)
    expect((await updater.upToDate()).size).toBe(1)
    store.isAway = false
    await vi.advanceTimersByTimeAsync(2000)
    expect((await updater.upToDate()).size).toBe(2)
  })
})
