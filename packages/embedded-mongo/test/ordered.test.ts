import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ordered } from '../src/ordered.ts'

const value = fc.nat(600)
const step = fc.record({ value, isRemoval: fc.boolean() })
const ascending = (values: Iterable<number>) => [...values].toSorted((a, b) => a - b)

describe('values in order', () => {
  it('are those that were put in and not taken out, whatever is asked for in between', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 50 }),
        fc.array(step, { maxLength: 700 }),
        fc.array(fc.tuple(fc.nat(700), value, value), { maxLength: 10 }),
        (first, steps, questions) => {
          const plain = new Set(first)
          const ordered = new Ordered(plain)
          for (const [i, each] of steps.entries()) {
            if (each.isRemoval) {
              ordered.remove(each.value)
              plain.delete(each.value)
            } else {
              ordered.add(each.value)
              plain.add(each.value)
            }
            for (const [at, from, to] of questions) {
              if (at !== i) continue
              const within = ascending(plain).filter((one) => one >= from && one <= to)
              expect([...ordered.all(1, { from, to })]).toEqual(within)
              expect([...ordered.all(-1, { from, to })]).toEqual(within.toReversed())
            }
          }
          for (const one of plain) expect([...ordered.all(1, { from: one, to: one })]).toEqual([one])
          expect([...ordered.all(-1)]).toEqual(ascending(plain).toReversed())
        },
      ),
    )
  })
})
