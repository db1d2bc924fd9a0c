import { describe, expect, it } from 'vitest'
import { newSaleByPrice, saleByPrice } from './sale-by-price.ts'

const waiting = { priceCents: 0, stockQuantity: 5, inStock: false, awaitsPrice: true }
const withheld = { priceCents: 0, stockQuantity: 5, inStock: false, awaitsPrice: false }
const onSale = { priceCents: 1000, stockQuantity: 5, inStock: true, awaitsPrice: false }
const stockOf = ({ stockQuantity, inStock }: typeof waiting) => ({ stockQuantity, inStock })

describe('a product without a price', () => {
  it('comes back on sale with one', () => {
    expect(saleByPrice(waiting, { priceCents: 900 }, stockOf(waiting))).toEqual({ inStock: true, awaitsPrice: false })
  })

  it('stays off sale when a person took it off, whatever its price becomes', () => {
    expect(saleByPrice(waiting, { inStock: false }, stockOf(waiting))).toEqual({ inStock: false, awaitsPrice: false })
    expect(saleByPrice(withheld, { priceCents: 900 }, stockOf(withheld))).toEqual({
      inStock: false,
      awaitsPrice: false,
    })
  })

  it('does not come back when the same edit takes its last piece', () => {
    expect(saleByPrice(waiting, { priceCents: 900 }, { stockQuantity: 0, inStock: false })).toEqual({
      inStock: false,
      awaitsPrice: false,
    })
  })

  it('whose last piece is taken is sold out, and waits for pieces', () => {
    expect(saleByPrice(waiting, {}, { stockQuantity: 0, inStock: false })).toEqual({
      inStock: false,
      awaitsPrice: false,
    })
  })

  it('is not put on sale by new pieces, and comes back with them once it has a price', () => {
    expect(saleByPrice({ ...withheld, stockQuantity: 0 }, {}, { stockQuantity: 4, inStock: true })).toEqual({
      inStock: false,
      awaitsPrice: true,
    })
  })

  it('is given away only when a person says so', () => {
    expect(saleByPrice(waiting, { inStock: true }, { stockQuantity: 5, inStock: true })).toEqual({
      inStock: true,
      awaitsPrice: false,
    })
    expect(saleByPrice({ ...onSale, priceCents: 0 }, {}, { stockQuantity: 4, inStock: true })).toEqual({
      inStock: true,
      awaitsPrice: false,
    })
  })
})

describe('a product on sale', () => {
  it('goes off sale with its price', () => {
    expect(saleByPrice(onSale, { priceCents: 0 }, stockOf(onSale))).toEqual({ inStock: false, awaitsPrice: true })
  })

  it('is left alone by every other edit', () => {
    expect(saleByPrice(onSale, {}, stockOf(onSale))).toEqual({ inStock: true, awaitsPrice: false })
    expect(
      saleByPrice({ ...onSale, inStock: false }, { priceCents: 1100 }, { stockQuantity: 5, inStock: false }),
    ).toEqual({ inStock: false, awaitsPrice: false })
  })
})

describe('a new product', () => {
  it('without a price waits for one, however its box for being in stock stands', () => {
    expect(newSaleByPrice({ ...onSale, priceCents: 0 })).toEqual({ inStock: false, awaitsPrice: true })
    expect(newSaleByPrice(withheld)).toEqual({ inStock: false, awaitsPrice: false })
    expect(newSaleByPrice(waiting)).toEqual({ inStock: false, awaitsPrice: true })
  })

  it('with a price is for sale as was said', () => {
    expect(newSaleByPrice(onSale)).toEqual({ inStock: true, awaitsPrice: false })
    expect(newSaleByPrice({ ...onSale, inStock: false })).toEqual({ inStock: false, awaitsPrice: false })
  })
})
