import { describe, expect, it, vi } from 'vitest'
import { combineCalls, combineReads } from './combine-calls.ts'

/** Work that is held until `finish` is called, and the inputs of each of its runs. */
function heldWork() {
  const runs: (readonly number[])[] = []
  const finishes: (() => void)[] = []
  const work = async (inputs: readonly number[]) => {
    runs.push(inputs)
    await new Promise<void>((resolve) => finishes.push(resolve))
    return inputs.map((input) => input * 10)
  }
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return { runs, work, turn, finish: () => finishes.shift()?.() }
}

describe('combined calls', () => {
  it('share a run when they come in the same turn, and each gets its own output', async () => {
    const { runs, work, turn, finish } = heldWork()
    const call = combineCalls(work)
    const answers = Promise.all([call(1), call(2), call(3)])
    await turn()
    finish()
    expect(await answers).toEqual([10, 20, 30])
    expect(runs).toEqual([[1, 2, 3]])
  })

  it('wait together for the end of the run that is under way', async () => {
    const { runs, work, turn, finish } = heldWork()
    const call = combineCalls(work)
    const first = call(1)
    await turn()
    const others = Promise.all([call(2), call(3)])
    await turn()
    expect(runs).toEqual([[1]])
    finish()
    expect(await first).toBe(10)
    await turn()
    finish()
    expect(await others).toEqual([20, 30])
    expect(runs).toEqual([[1], [2, 3]])
  })

  it('begin as soon as the run before lets them', async () => {
    const { runs, work, turn, finish } = heldWork()
    const call = combineCalls((inputs: readonly number[], next) => {
      next()
      return work(inputs)
    })
    const first = call(1)
    await turn()
    const second = call(2)
    await turn()
    expect(runs).toEqual([[1], [2]])
    finish()
    finish()
    expect(await Promise.all([first, second])).toEqual([10, 20])
  })

  it('are never more in a run than it takes', async () => {
    const sizes: number[] = []
    const call = combineCalls(
      async (inputs: readonly number[]) => {
        sizes.push(inputs.length)
        return inputs
      },
      { max: 2 },
    )
    expect(await Promise.all([1, 2, 3, 4, 5].map(call))).toEqual([1, 2, 3, 4, 5])
    expect(sizes).toEqual([2, 2, 1])
  })

  it('all get the error of their run, and the next run is not affected', async () => {
    let fails = true
    const call = combineCalls((inputs: readonly number[]) =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve(inputs),
    )
    const outcomes = await Promise.allSettled([call(1), call(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await call(3)).toBe(3)
  })
})

describe('a run that never ends', () => {
  it('is given up after its time, and those behind it have their turn', async () => {
    let isLost = true
    const call = combineCalls(
      (inputs: readonly number[]) => (isLost ? new Promise<number[]>(() => {}) : Promise.resolve(inputs)),
      { withinMs: 50 },
    )
    const lost = call(1)
    await new Promise((resolve) => setImmediate(resolve))
    const behind = call(2)
    isLost = false
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE' })
    expect(await behind).toBe(2)
  })
})

describe('combined reads', () => {
  it('are given up after ten seconds, as long as a request waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const read = combineReads(
        () => new Promise<{ id: string }[]>(() => {}),
        ({ id }) => id,
      )
      const lost = expect(read('a')).rejects.toMatchObject({ kind: 'unavailable' })
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      await vi.advanceTimersByTimeAsync(10_000)
      await lost
    } finally {
      vi.useRealTimers()
    }
  })

  it('ask for each id once, and give null for what does not exist', async () => {
    const asked: (readonly string[])[] = []
    const read = combineReads(
      async (ids: readonly string[]) => {
        asked.push(ids)
        return ids.filter((id) => id !== 'gone').map((id) => ({ id }))
      },
      ({ id }) => id,
    )
    expect(await Promise.all([read('b'), read('gone'), read('a'), read('b')])).toEqual([
      { id: 'b' },
      null,
      { id: 'a' },
      { id: 'b' },
    ])
    expect(asked).toEqual([['b', 'gone', 'a']])
  })
})
