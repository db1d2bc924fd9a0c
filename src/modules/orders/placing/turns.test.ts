import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOrderNumbers } from './order-numbers.ts'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('never let two work on one thing, never stop, and let strangers work at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }), { maxLength: 12 }),
        async (s, wishes) => {
          const inTurn = createTurns()
          const busy = new Set<string>()
          let done = 0
          const all = Promise.all(
            wishes.map((names) =>
              inTurn(names, async () => {
                for (const name of names) expect(busy.has(name)).toBe(false)
                for (const name of names) busy.add(name)
                await s.schedule(Promise.resolve())
                for (const name of names) busy.delete(name)
                done++
              }),
            ),
          )
          await s.waitFor(all)
          expect(done).toBe(wishes.length)
        },
      ),
    )
  })

  it('let others overtake for a while, and then no more', async () => {
    const inTurn = createTurns()
    let release: () => void = () => {}
    const first = inTurn(['a'], () => new Promise<void>((resolve) => (release = resolve)))
    const finished: string[] = []
    const both = inTurn(['a', 'b'], async () => void finished.push('both'))
    const others = Array.from({ length: 100 }, (_, i) => inTurn(['b'], async () => void finished.push(`other ${i}`)))
    await others[50]
    expect(finished).not.toContain('both')
    release()
    await Promise.all([first, both, ...others])
    expect(finished.indexOf('both')).toBeGreaterThan(50)
    expect(finished.indexOf('both')).toBeLessThan(70)
  })

  it('go on after a failure, and as soon as somebody leaves early', async () => {
    const inTurn = createTurns()
    await expect(inTurn(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const order: string[] = []
    let finish: () => void = () => {}
    const first = inTurn(['a'], async (leave) => {
      leave()
      await new Promise<void>((resolve) => (finish = resolve))
      order.push('first')
    })
    await inTurn(['a'], async () => void order.push('second'))
    finish()
    await first
    expect(order).toEqual(['second', 'first'])
  })
})

describe('order numbers', () => {
  it('are all different, and fetched together when many order at once', async () => {
    let counter = 100_000
    let fetches = 0
    const next = createOrderNumbers({
      async take(_, count = 1) {
        fetches++
        await Promise.resolve()
        counter += count
        return counter - count + 1
      },
    })
    const numbers = await Promise.all(Array.from({ length: 64 }, next))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => 100_001 + i))
    expect(fetches).toBe(2)
    expect(await next()).toBe(100_065)
  })

  it('go on after the counter failed', async () => {
    let fails = true
    const next = createOrderNumbers({ take: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(7)) })
    await expect(next()).rejects.toThrow('away')
    fails = false
    expect(await next()).toBe(7)
  })
})
