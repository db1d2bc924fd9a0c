import { describe, expect, it } from 'vitest'
import type { SoldProduct } from '../../persistence/product-change.repository.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { addSale, soldAfter } from './sold-products.ts'

/** A sale of product 7 that found it as it was written at `changedBefore`. */
function aSale(changedBefore: number, changedAt: number, stockQuantity = 1): SoldProduct {
  return { product: aProduct({ id: 7, stockQuantity }), changedBefore, changedAt, reviewsChangedAt: 0 }
}

describe('the sales that wait to be applied', () => {
  it('have one that follows directly on another joined to it, as the product is after both', () => {
    const waiting = new Map<number, SoldProduct | null>()
    addSale(waiting, aSale(10, 11, 5))
    addSale(waiting, aSale(11, 12, 4))
    addSale(waiting, aSale(12, 13, 3))
    expect([...waiting]).toEqual([[7, aSale(10, 13, 3)]])
  })

  it('have a product read that was written between two of them', () => {
    const waiting = new Map<number, SoldProduct | null>()
    addSale(waiting, aSale(10, 11))
    addSale(waiting, aSale(12, 13))
    expect([...waiting]).toEqual([[7, null]])
  })

  it('have a product read that must be read anyway, and still after the next sale of it', () => {
    const waiting = new Map<number, SoldProduct | null>([[7, null]])
    addSale(waiting, aSale(10, 11))
    addSale(waiting, aSale(11, 12))
    expect([...waiting]).toEqual([[7, null]])
  })
})

describe('a product that was sold', () => {
  it('is taken from its sale where the version before it is known', () => {
    const sale = aSale(10, 11)
    expect(soldAfter(10, 7, new Map([[7, sale]]))).toBe(sale)
  })

  it.each([
    ['another version is known', 12, new Map([[7, aSale(10, 11)]])],
    ['none is known', undefined, new Map([[7, aSale(10, 11)]])],
    ['it was announced by more than a sale', 10, new Map([[7, null]])],
    ['its sale is not of this process', 10, new Map<number, SoldProduct>()],
  ])('is read where %s', (_, changedAt, sold) => {
    expect(soldAfter(changedAt, 7, sold)).toBeNull()
  })
})
