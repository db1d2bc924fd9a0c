import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('a filtered list has an address of its own', () => {
  expect(paths.products()).toBe('/products')
  expect(
    paths.products({ category: 'printers', brands: ['HP', 'Canon'], inStock: true, featured: false, search: '' }),
  ).toBe('/products?category=printers&brand=HP&brand=Canon&inStock=true')
  expect(paths.products({ search: 'a & b' })).toBe('/products?search=a+%26+b')
})

test('a product is at its number', () => {
  expect(paths.product({ id: 42 })).toBe('/products/42')
})
