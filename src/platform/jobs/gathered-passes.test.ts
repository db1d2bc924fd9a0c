import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GatheredPasses } from './gathered-passes.ts'

describe('passes over what is due', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Passes of which each ends when the test says so, and whether another one is to follow. */
  function heldPasses() {
    const ends: (() => void)[] = []
    let begun = 0
    let isMoreDue = false
    const passes = new GatheredPasses({
      run() {
        begun++
        return new Promise((resolve) => ends.push(resolve))
      },
      isMoreDue: () => isMoreDue,
    })
    const end = async (isAnotherDue: boolean) => {
      isMoreDue = isAnotherDue
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(100)
    }
    return { passes, end, begun: () => begun }
  }

  it('are one for all that is asked for within some milliseconds, and one at a time', async () => {
    const { passes, end, begun } = heldPasses()
    passes.start()
    passes.request()
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun()).toBe(1)
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun()).toBe(1)
    await end(false)
    expect(begun()).toBe(1)
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun()).toBe(2)
  })

  it('follow each other as long as there is more to do', async () => {
    const { passes, end, begun } = heldPasses()
    passes.start()
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    await end(true)
    expect(begun()).toBe(2)
    await end(false)
    expect(begun()).toBe(2)
  })

  it('follow also for what became due in the last moment of one', async () => {
    let isMoreDue = false
    let begun = 0
    const passes: GatheredPasses = new GatheredPasses({
      async run() {
        if (begun++ > 0) return void (isMoreDue = false)
        queueMicrotask(() => {
          isMoreDue = true
          passes.request()
        })
      },
      isMoreDue: () => isMoreDue,
    })
    passes.start()
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toBe(2)
  })

  it('are not made before the start, and none begins after the stop, which waits for the one that runs', async () => {
    const { passes, end, begun } = heldPasses()
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun()).toBe(0)
    passes.start()
    passes.request()
    await vi.advanceTimersByTimeAsync(100)
    let isStopped = false
    const stopped = passes.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(100)
    expect(isStopped).toBe(false)
    await end(true)
    await stopped
    expect(begun()).toBe(1)
  })

  it('begin no more when they are stopped while requests gather', async () => {
    const { passes, begun } = heldPasses()
    passes.start()
    passes.request()
    await passes.stop()
    await vi.advanceTimersByTimeAsync(100)
    expect(begun()).toBe(0)
  })
})
