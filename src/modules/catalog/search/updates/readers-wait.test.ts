import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patient } from '../../../../testing/patience.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { aStore, anUpdater } from '../testing/updated-catalog.ts'

describe('what a list waits for', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

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

  it('waits for a change that was announced while another one is read, also once that one is there', async () => {
    const store = aStore(1)
    const updater = anUpdater(store)
    await updater.rebuild()
    const holds: (() => void)[] = []
    store.beforeRead = () => new Promise<void>((resolve) => holds.push(resolve))
    store.write(aProduct({ id: 2 }))
    const first = updater.refresh([2])
    await vi.waitFor(() => expect(holds).toHaveLength(1), patient(5000))
    store.write(aProduct({ id: 3 }))
    const second = updater.refresh([3])
    holds[0]?.()
    await first
    await vi.waitFor(() => expect(holds).toHaveLength(2), patient(5000))
    const listed = updater.list()
    holds[1]?.()
    await second
    expect(await listed).toHaveLength(3)
  })
})
