import { describe, expect, test } from 'vitest'
import type { Product } from '#contracts/catalog'
import { comparedIds } from '#contracts/comparison'
import { comparisonRows, worthComparing } from './comparison.ts'

const PRINTER: Product = {
  id: 1,
  sku: null,
  slug: 'a',
  name: 'A',
  description: '',
  brand: 'HP',
  category: 'printers',
  price: '279.00',
  originalPrice: null,
  image: '',
  images: [],
  tags: [],
  inStock: true,
  stockQuantity: 3,
  isFeatured: false,
  isBusinessProduct: false,
  rating: '4.0',
  reviewCount: 2,
  specifications: {},
  features: [],
} as unknown as Product

describe('the address of a comparison', () => {
  test('names up to four products, none twice', () => {
    expect(comparedIds('3,1,3, 7 ,x,-2,0,9,12')).toEqual([3, 1, 7, 9])
    expect(comparedIds(null)).toEqual([])
  })
})

describe('products side by side', () => {
  const rows = comparisonRows([
    {
      product: PRINTER,
      specifications: [
        { name: 'Speed', value: '40 ppm' },
        { name: 'Duplex', value: 'Yes' },
      ],
    },
    {
      product: { ...PRINTER, id: 2, price: '199.00', reviewCount: 0 },
      specifications: [
        { name: 'Duplex', value: ' yes' },
        { name: 'Fax', value: 'No' },
      ],
    },
  ])
  const rowOf = (name: string) => rows.find((row) => row.name === name)

  test('show what differs', () => {
    expect(rowOf('Price')).toEqual({ name: 'Price', values: ['$279.00', '$199.00'], isDifferent: true })
    expect(rowOf('Brand')?.isDifferent).toBe(false)
    expect(rowOf('Duplex')?.isDifferent).toBe(false)
  })

  test('show a figure that only one of them has, and count it as a difference', () => {
    expect(rowOf('Fax')).toEqual({ name: 'Fax', values: [null, 'No'], isDifferent: true })
    expect(rowOf('Rating')).toEqual({ name: 'Rating', values: ['4.0 of 5', null], isDifferent: true })
  })
})

test('a comparison begins with what is in stock, well rated, and of different makers', () => {
  const products = [
    { ...PRINTER, id: 1, rating: '4.9' },
    { ...PRINTER, id: 2, rating: '4.8' },
    { ...PRINTER, id: 3, rating: '4.0', brand: 'Canon' },
    { ...PRINTER, id: 4, rating: '5.0', inStock: false },
  ]
  expect(worthComparing(products, 2)).toEqual([1, 3])
  expect(worthComparing(products)).toEqual([1, 3, 2])
  expect(worthComparing([])).toEqual([])
})
