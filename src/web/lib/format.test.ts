import { expect, test } from 'vitest'
import { capitalizeWords } from '#contracts/listing'
import { centsOf, formatCount, formatPrice } from './format.ts'

test('prices read as people write them', () => {
  expect(formatPrice('1279.00')).toBe('$1,279.00')
  expect(centsOf('279.00')).toBe(27900)
  expect(centsOf('NaN')).toBe(0)
  // A sum of orders is larger than any order.
  expect(formatPrice('120416585.04')).toBe('$120,416,585.04')
})

test('one product, several products', () => {
  expect(formatCount(1, 'product')).toBe('1 product')
  expect(formatCount(0, 'product')).toBe('0 products')
  expect(formatCount(1200, 'product')).toBe('1,200 products')
})

test('a category is named word by word', () => {
  expect(capitalizeWords('photo-printers')).toBe('Photo Printers')
})
