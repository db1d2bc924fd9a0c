import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedProduct } from '#contracts/listed-product'
import { aProduct } from '../../testing/a-product.ts'
import { isMadeToOrder, nearestInStock, picturesOf, savingOf, tagsOf } from './product-details.ts'

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

test('what is in stock without being counted is made to order', () => {
  expect(isMadeToOrder({ inStock: true, stockQuantity: 0 })).toBe(true)
  expect(isMadeToOrder({ inStock: true, stockQuantity: 40 })).toBe(false)
  expect(isMadeToOrder({ inStock: false, stockQuantity: 0 })).toBe(false)
})

describe('the nearest product in stock', () => {
  const product = aProduct({ id: 1, price: '300.00', inStock: false })

  test('is the one that costs about as much, and never one that is out of stock itself', () => {
    const others = [
      product,
      aProduct({ id: 2, price: '100.00' }),
      aProduct({ id: 3, price: '349.00' }),
      aProduct({ id: 4, price: '250.00' }),
      aProduct({ id: 5, price: '300.00', inStock: false }),
    ]
    expect(nearestInStock(product, others)?.id).toBe(3)
  })

  test('is none where nothing else is in stock', () => {
    expect(nearestInStock(product, [])).toBeNull()
    expect(nearestInStock({ ...product }, [{ ...product, inStock: true }])).toBeNull()
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

test('a card of a page from the server shows the same pictures, and the page holds no others', () => {
  const name = fc.constantFrom('', 'front.svg', 'open.svg', 'back.svg', 'detail.svg')
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 6 }), (image, images) => {
      const { image: front, images: others } = listedProduct(aProduct({ image, images }))
      expect(picturesOf({ image: front, images: others })).toEqual(picturesOf({ image, images }).slice(0, 2))
    }),
  )
})
