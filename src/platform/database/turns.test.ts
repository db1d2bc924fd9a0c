import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('taking turns', () => {
  it('lets work on a common key run one after another in the order it came, whatever the keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }), { maxLength: 12 }), async (wishes) => {
        const takeTurn = createTurns()
        const busy = new Set<string>()
        const order = new Map<string, number[]>()
        await Promise.all(
          wishes.map((keys, index) =>
            takeTurn(keys, async () => {
              for (const key of keys) {
                expect(busy.has(key)).toBe(false)
                busy.add(key)
                order.set(key, [...(order.get(key) ?? []), index])
              }
              await pause()
              for (const key of keys) busy.delete(key)
            }),
          ),
        )
        for (const indexes of order.values()) expect(indexes).toEqual([...indexes].sort((a, b) => a - b))
      }),
    )
  })

  it('lets work on different keys run at the same time', async () => {
    const takeTurn = createTurns()
    let meet = (): void => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    await Promise.all([takeTurn(['a'], () => met), takeTurn(['b'], async () => meet())])
  })

  it('goes on after work that failed', async () => {
    const takeTurn = createTurns()
    const failing = takeTurn(['a'], async () => {
      throw new Error('sold out')
    })
    const next = takeTurn(['a'], async () => 'served')
    await expect(failing).rejects.toThrow('sold out')
    await expect(next).resolves.toBe('served')
  })

  it('does not wait for ever for work that hangs', async () => {
    const takeTurn = createTurns(10)
    void takeTurn(['a'], () => new Promise(() => {}))
    await expect(takeTurn(['a'], async () => 'served')).resolves.toBe('served')
  })
})
