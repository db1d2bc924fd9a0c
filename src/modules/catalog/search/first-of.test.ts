import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstOf, smallestOf } from './first-of.ts'

it('is the beginning of what sorting everything gives', () => {
  const byTens = (a: number, b: number) => Math.trunc(a / 10) - Math.trunc(b / 10) || a - b
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500), { maxLength: 200 }), fc.nat(220), (slots, count) => {
      const expected = slots.toSorted(byTens).slice(0, count)
      expect([...firstOf(Uint32Array.from(slots), count, byTens)]).toEqual(expected)
    }),
  )
})

it('is the same of numbers, of which several may be equal', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { maxLength: 200 }), fc.nat(220), (numbers, count) => {
      const expected = numbers.toSorted((a, b) => a - b).slice(0, count)
      expect([...smallestOf(Float64Array.from(numbers), count)]).toEqual(expected)
    }),
  )
})
