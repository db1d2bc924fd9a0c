import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

describe('a keyed mutex', () => {
  it('never runs two pieces of work with one key, runs all of them, and others at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }), { maxLength: 12 }),
        async (s, requests) => {
          const withLock = createKeyedMutex()
          const busy = new Set<string>()
          let done = 0
          const all = Promise.all(
            requests.map((keys) =>
              withLock(keys, async () => {
                for (const key of keys) expect(busy.has(key)).toBe(false)
                for (const key of keys) busy.add(key)
                await s.schedule(Promise.resolve())
                for (const key of keys) busy.delete(key)
                done++
              }),
            ),
          )
          await s.waitFor(all)
          expect(done).toBe(requests.length)
        },
      ),
    )
  })

  it('lets others overtake a caller for a while, and then no more', async () => {
    const withLock = createKeyedMutex()
    let end: () => void = () => {}
    const first = withLock(['a'], () => new Promise<void>((resolve) => (end = resolve)))
    const finished: string[] = []
    const both = withLock(['a', 'b'], async () => void finished.push('both'))
    const others = Array.from({ length: 100 }, (_, i) => withLock(['b'], async () => void finished.push(`other ${i}`)))
    await setImmediate()
    expect(finished.length).toBeGreaterThan(50)
    expect(finished.length).toBeLessThan(70)
    expect(finished).not.toContain('both')
    end()
    await Promise.all([first, both, ...others])
    expect(finished.indexOf('both')).toBeLessThan(70)
  })

  it('goes on after a failure', async () => {
    const withLock = createKeyedMutex()
    await expect(withLock(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(['a'], async () => 'next')).toBe('next')
  })

  it('goes on as soon as the keys are released', async () => {
    const withLock = createKeyedMutex()
    const order: string[] = []
    let end: () => void = () => {}
    const first = withLock(['a'], async (release) => {
      await Promise.resolve()
      release()
      await new Promise<void>((resolve) => (end = resolve))
      order.push('first')
    })
    await withLock(['a'], async () => void order.push('second'))
    end()
    await first
    expect(order).toEqual(['second', 'first'])
  })

  it('releases keys once: what has them next keeps them when the one before ends', async () => {
    const withLock = createKeyedMutex()
    let [endFirst, endSecond] = [() => {}, () => {}]
    const first = withLock(['a'], (release) => {
      release()
      return new Promise<void>((resolve) => (endFirst = resolve))
    })
    const second = withLock(['a'], () => new Promise<void>((resolve) => (endSecond = resolve)))
    let hasBegun = false
    const third = withLock(['a'], async () => void (hasBegun = true))
    await Promise.resolve()
    endFirst()
    await first
    await Promise.resolve()
    expect(hasBegun).toBe(false)
    endSecond()
    await Promise.all([second, third])
    expect(hasBegun).toBe(true)
  })
})
