import { describe, expect, it } from 'vitest'
import { aProduct } from '../testing/product-builder.ts'
import { editInBulk, type BulkEdit } from './bulk-edit.ts'

const at = (priceCents: number) => aProduct({ id: 1, priceCents, stockQuantity: 3, inStock: true })
const price = (by: 'percent' | 'amount', value: number, ending: 'none' | '99' = 'none'): BulkEdit => ({
  price: { by, value, ending },
})

describe('a bulk edit', () => {
  it.each([
    [10_000, price('percent', 55), 10_550],
    [9_999, price('percent', -100), 8_999],
    [333, price('percent', 5), 335],
    [10_000, price('amount', -1), 9_999],
    [10_000, price('percent', 100, '99'), 10_999],
    [10_040, price('amount', 0, '99'), 9_999],
    [10_060, price('amount', 0, '99'), 10_099],
    [20, price('amount', 0, '99'), 99],
    [0, price('amount', 500), 500],
  ])('makes the price %i by %j to %i', (before, edit, after) => {
    expect(editInBulk(at(before), edit)).toMatchObject({ refused: null, set: { priceCents: after } })
  })

  it.each([
    [100, price('amount', -100), 'Its price would be 0 or less.'],
    [100, price('percent', -1000), 'Its price would be 0 or less.'],
    [100, price('amount', -200, '99'), 'Its price would be 0 or less.'],
    [0, price('percent', 100), 'It has no price.'],
    [9_999_999_999, price('amount', 1), 'Its price would be too high.'],
    [0, { inStock: true }, 'It has no price.'],
    [100, { stock: { mode: 'add', pieces: -4 } }, 'Only 3 pieces are there.'],
    [100, { stock: { mode: 'add', pieces: 1_000_000 } }, 'Its stock would be too large.'],
  ] as const)('refuses a product of %i cents for %j: %s', (before, edit, reason) => {
    expect(editInBulk(at(before), edit)).toEqual({ refused: reason })
  })

  it('changes nothing of a product that has it all already', () => {
    const product = aProduct({ id: 1, priceCents: 9_999, category: 'printers', isFeatured: true, stockQuantity: 3 })
    const edit: BulkEdit = {
      ...price('amount', 0, '99'),
      category: 'printers',
      isFeatured: true,
      stock: { mode: 'set', pieces: 3 },
    }
    expect(editInBulk(product, edit)).toEqual({ set: {}, refused: null })
  })

  it('takes a counted product that loses its last piece off sale, and brings one back that gets some', () => {
    const none: BulkEdit = { stock: { mode: 'set', pieces: 0 } }
    expect(editInBulk(at(100), none)).toMatchObject({ set: { stockQuantity: 0, inStock: false } })
    const soldOut = aProduct({ id: 1, priceCents: 100, stockQuantity: 0, inStock: false })
    expect(editInBulk(soldOut, { stock: { mode: 'add', pieces: 5 } })).toMatchObject({
      set: { stockQuantity: 5, inStock: true },
    })
  })

  it('does not count the pieces of what is made to order, unless they are set', () => {
    const madeToOrder = aProduct({ id: 1, priceCents: 100, stockQuantity: 0, inStock: true })
    expect(editInBulk(madeToOrder, { stock: { mode: 'add', pieces: 5 } })).toMatchObject({
      refused: expect.stringContaining('made to order'),
    })
    expect(editInBulk(madeToOrder, { stock: { mode: 'set', pieces: 5 } })).toEqual({
      set: { stockQuantity: 5 },
      refused: null,
    })
  })

  it('puts a product on sale that only waited for its price', () => {
    const waiting = aProduct({ id: 1, priceCents: 0, inStock: false, awaitsPrice: true, stockQuantity: 2 })
    expect(editInBulk(waiting, price('amount', 500))).toMatchObject({
      set: { priceCents: 500, inStock: true, awaitsPrice: false },
    })
  })
})
