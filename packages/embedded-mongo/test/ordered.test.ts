import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ordered } from '../src/ordered.ts'

const value = fc.nat(600)
const step = fc.record({ value, isRemoval: fc.boolean() })
const ascending = (values: Iterable<number>) => [...values].toSorted((a, b) => a - b)

describe('values in order', () => {
  it('are met once each when others come and go while somebody walks along them', () => {
    const many = fc.uniqueArray(fc.nat(2000), { minLength: 300, maxLength: 900 })
    const moves = fc.array(fc.record({ value: fc.nat(2000), isRemoval: fc.boolean() }), { maxLength: 900 })
    const range = fc.option(fc.record({ from: fc.nat(1000), to: fc.integer({ min: 800, max: 2000 }) }))
    fc.assert(
      fc.property(many, moves, fc.constantFrom(1 as const, -1 as const), range, (first, given, direction, within) => {
        const ordered = new Ordered(first)
        const stays = new Set(first)
        const ever = new Set(first)
        const left = [...given]
        const met: number[] = []
        for (const value of ordered.all(direction, within ?? undefined)) {
          met.push(value)
          for (const move of left.splice(0, 2)) {
            if (move.isRemoval) ordered.remove(move.value)
            else ordered.add(move.value)
            if (move.isRemoval) stays.delete(move.value)
            else ever.add(move.value)
          }
        }
        const isWithin = (value: number) => within === null || (value >= within.from && value <= within.to)
        expect(met).toEqual([...new Set(met)].toSorted((one, other) => (one - other) * direction))
        expect(met.filter((value) => !ever.has(value) || !isWithin(value))).toEqual([])
        const asked = new Set(met)
        expect([...stays].filter((value) => isWithin(value) && !asked.has(value))).toEqual([])
      }),
    )
  })

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
