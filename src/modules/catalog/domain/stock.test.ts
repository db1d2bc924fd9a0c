import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterTaking, isCounted, shortagesOf, sumByProduct } from './stock.ts'

describe('stock', () => {
  it('does not count what is made to order', () => {
    expect(isCounted({ name: 'Kiosk', inStock: true, stockQuantity: 0 })).toBe(false)
    expect(isCounted({ name: 'Kiosk', inStock: false, stockQuantity: 0 })).toBe(true)
    expect(isCounted({ name: 'Kiosk', inStock: true, stockQuantity: 3 })).toBe(true)
  })

  it('adds up the lines of one product before it compares them with the stock', () => {
    const stocks = new Map([[7, { name: 'HP DeskJet 4155e', inStock: true, stockQuantity: 5 }]])
    const lines = sumByProduct([
      { productId: 7, quantity: 3 },
      { productId: 7, quantity: 3 },
    ])
    expect(shortagesOf(lines, stocks)).toEqual([
      { productId: 7, productName: 'HP DeskJet 4155e', requested: 6, available: 5 },
    ])
  })

  it('has nothing left of a product that is taken off sale', () => {
    const stocks = new Map([[7, { name: 'HP DeskJet 4155e', inStock: false, stockQuantity: 5 }]])
    expect(shortagesOf([{ productId: 7, quantity: 1 }], stocks)).toMatchObject([{ available: 0 }])
  })

  it('is out once its last piece is taken, and still counted', () => {
    const two = { name: 'HP DeskJet 4155e', inStock: true, stockQuantity: 2 }
    const none = afterTaking(two, 2)
    expect(afterTaking(two, 1)).toMatchObject({ inStock: true, stockQuantity: 1 })
    expect(none).toMatchObject({ inStock: false, stockQuantity: 0 })
    expect(isCounted(none)).toBe(true)
  })

  it('keeps every piece when it adds up, and sorts by product', () => {
    const line = fc.record({ productId: fc.integer({ min: 1, max: 9 }), quantity: fc.integer({ min: 1, max: 999 }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 100 }), (lines) => {
        const summed = sumByProduct(lines)
        const pieces = (some: typeof lines) => some.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(pieces([...summed])).toBe(pieces(lines))
        const ids = summed.map(({ productId }) => productId)
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      }),
    )
  })
})
