import { expect, it } from 'vitest'
import { readPrice } from './read-price.ts'

const read = (cell: string, pieces = 1) =>
  readPrice('price', cell, { numbers: 'point', pieces, currency: null, warn: () => {} })

it.each([
  ['1.0050', 101],
  ['2.6750', 268],
  ['8.57500', 858],
  ['4.3449', 434],
  ['1.00499999', 100],
  ['0.0050', 1],
])('half a cent is rounded up, also where binary fractions are below it: %s', (cell, cents) => {
  expect(read(cell)).toBe(cents)
})

it.each([
  ['1.00', 3, 34],
  ['12.00', 100, 12],
  ['8.75', 1000, 1],
  ['0.07', 7, 1],
  ['99999999.90', 10, 999_999_999],
  ['70368744.20', 10, 703_687_442],
])('a price for several pieces is rounded up only where something is left: %s for %i', (cell, pieces, cents) => {
  expect(read(cell, pieces)).toBe(cents)
})
