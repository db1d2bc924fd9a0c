import { describe, expect, it } from 'vitest'
import { batchNumbers } from './counters.ts'

describe('batched numbers', () => {
  it('are all different, and fetched together when many are asked for at once', async () => {
    let counter = 100_000
    let fetches = 0
    const next = batchNumbers(async (count) => {
      fetches++
      await Promise.resolve()
      counter += count
      return counter - count + 1
    })
    const numbers = await Promise.all(Array.from({ length: 64 }, next))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => 100_001 + i))
    expect(fetches).toBe(2)
    expect(await next()).toBe(100_065)
  })

  it('go on after a fetch that failed', async () => {
    let fails = true
    const next = batchNumbers(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(7)))
    await expect(next()).rejects.toThrow('away')
    fails = false
    expect(await next()).toBe(7)
  })
})
