import { describe, expect, it } from 'vitest'
import { editedStock } from './edited-stock.ts'

const counted = { inStock: true, stockQuantity: 10 }
const soldOut = { inStock: false, stockQuantity: 0 }
const madeToOrder = { inStock: true, stockQuantity: 0 }

describe('an edit of the stock', () => {
  it('takes the quantity as a change when it says what the form was opened with', () => {
    expect(editedStock({ inStock: true, stockQuantity: 7 }, { stockQuantity: 15, stockQuantityWas: 10 })).toEqual({
      inStock: true,
      stockQuantity: 12,
    })
  })

  it('takes the quantity as it is otherwise', () => {
    expect(editedStock(counted, { stockQuantity: 3 })).toEqual({ inStock: true, stockQuantity: 3 })
  })

  it('is refused when more is taken away than is left', () => {
    expect(() => editedStock({ inStock: true, stockQuantity: 2 }, { stockQuantity: 5, stockQuantityWas: 10 })).toThrow(
      'meanwhile',
    )
  })

  it('never turns a product that sold out meanwhile into one that is made to order', () => {
    expect(editedStock(soldOut, { stockQuantity: 5, stockQuantityWas: 5, inStock: true })).toEqual(soldOut)
    expect(
      editedStock({ inStock: true, stockQuantity: 3 }, { stockQuantity: 2, stockQuantityWas: 5, inStock: true }),
    ).toEqual(soldOut)
  })

  it('puts a sold-out product back on sale with its new pieces, unless the person says otherwise', () => {
    expect(editedStock(soldOut, { stockQuantity: 4, stockQuantityWas: 0 })).toEqual({ inStock: true, stockQuantity: 4 })
    expect(editedStock(soldOut, { stockQuantity: 4, stockQuantityWas: 0, inStock: false })).toEqual({
      inStock: false,
      stockQuantity: 4,
    })
  })

  it('leaves a product that is withheld from sale withheld', () => {
    expect(editedStock({ inStock: false, stockQuantity: 4 }, { stockQuantity: 9 })).toEqual({
      inStock: false,
      stockQuantity: 9,
    })
  })

  it('can make a product to order, and leave it so', () => {
    expect(editedStock(counted, { stockQuantity: 0, inStock: true })).toEqual(madeToOrder)
    expect(editedStock(madeToOrder, { stockQuantity: 0, stockQuantityWas: 0, inStock: true })).toEqual(madeToOrder)
    expect(editedStock(soldOut, { inStock: true })).toEqual(madeToOrder)
  })

  it('that sets the last piece to 0 takes the product off sale', () => {
    expect(editedStock(counted, { stockQuantity: 0 })).toEqual(soldOut)
  })
})
