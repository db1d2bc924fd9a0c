import { describe, expect, it } from 'vitest'
import { isWithin, limitedOf, type MeasuresWithin } from './measures.ts'

const printer = { ppm: 40, grams: 9_000, monthlyPages: null }

describe('the measures of a product', () => {
  it.each<[limits: MeasuresWithin, is: boolean]>([
    [{}, true],
    [{ ppm: {} }, true],
    [{ ppm: { least: 40 } }, true],
    [{ ppm: { least: 41 } }, false],
    [{ ppm: { most: 40 } }, true],
    [{ ppm: { most: 39 } }, false],
    [{ ppm: { least: 30, most: 50 }, grams: { most: 8_999 } }, false],
    [{ monthlyPages: {} }, true],
    [{ monthlyPages: { least: 1 } }, false],
    [{ monthlyPages: { least: 1, orUnknown: true } }, true],
  ])('are within %j: %s', (limits, is) => {
    expect(isWithin(printer, limits)).toBe(is)
  })

  it('are limited where there is one end', () => {
    expect(limitedOf({ ppm: { least: 1 }, grams: { most: 1 }, monthlyPages: { orUnknown: true } })).toEqual([
      'ppm',
      'grams',
    ])
  })
})
