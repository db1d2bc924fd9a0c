import { describe, expect, test } from 'vitest'
import { picturesOf, savingOf, specificationsOf, stockOf, tagsOf } from './product-details.ts'

describe('a discount', () => {
  test('is the original price minus the price, to the cent', () => {
    expect(savingOf({ price: '279.00', originalPrice: '329.00' })).toEqual({ originalCents: 32_900, savedCents: 5_000 })
    expect(savingOf({ price: '0.10', originalPrice: '0.30' })).toEqual({ originalCents: 30, savedCents: 20 })
  })

  test('is none without an original price, or with one that is not higher', () => {
    expect(savingOf({ price: '279.00', originalPrice: null })).toBeNull()
    expect(savingOf({ price: '279.00', originalPrice: '279.00' })).toBeNull()
    expect(savingOf({ price: '279.00', originalPrice: '200.00' })).toBeNull()
  })
})

describe('stock', () => {
  test('shows how many are left when there are few', () => {
    expect(stockOf({ inStock: true, stockQuantity: 3 })).toEqual({ label: 'In Stock', note: 'Only 3 left', most: 3 })
    expect(stockOf({ inStock: true, stockQuantity: 40 })).toEqual({ label: 'In Stock', note: null, most: 40 })
  })

  test('that is not counted is made to order', () => {
    expect(stockOf({ inStock: true, stockQuantity: 0 })).toEqual({ label: 'In Stock', note: 'Made to order', most: 99 })
  })

  test('that has run out cannot be bought', () => {
    expect(stockOf({ inStock: false, stockQuantity: 4 })).toEqual({ label: 'Out of Stock', note: null, most: 0 })
  })
})

test('the gallery shows the main picture first, none twice, and at most four', () => {
  expect(picturesOf({ image: 'a', images: ['a', 'b', 'c', 'd', 'e'] })).toEqual(['a', 'b', 'c', 'd'])
  expect(picturesOf({ image: 'a', images: [] })).toEqual(['a'])
  expect(picturesOf({ image: '', images: [] })).toEqual([])
})

test('tags the shop does not know are not shown', () => {
  expect(tagsOf({ tags: ['new', 'clearance', 'sale'] })).toEqual(['sale', 'new'])
})

describe('specifications', () => {
  const rows = [
    { name: 'Speed', value: '40 ppm' },
    { name: 'Paper', value: 'A4: 250 sheets' },
  ]

  test('come as an object', () => {
    expect(specificationsOf({ specifications: { Speed: '40 ppm', Paper: 'A4: 250 sheets' } })).toEqual({
      rows,
      remarks: [],
    })
  })

  test('come as JSON text', () => {
    expect(specificationsOf({ specifications: '{"Speed":"40 ppm","Paper":"A4: 250 sheets"}' })).toEqual({
      rows,
      remarks: [],
    })
  })

  test('come as lines, of which some are only remarks', () => {
    expect(specificationsOf({ specifications: 'Speed: 40 ppm\nPaper: A4: 250 sheets\n\nSold without cable' })).toEqual({
      rows,
      remarks: ['Sold without cable'],
    })
  })

  test('that are broken JSON are still shown', () => {
    expect(specificationsOf({ specifications: '{broken' })).toEqual({ rows: [], remarks: ['{broken'] })
  })
})
