import { describe, expect, it } from 'vitest'
import type { PriceRule } from '../supplier-terms.ts'
import { marginOf, sellingPriceOf } from './selling-price.ts'

const rule = (base: PriceRule['base'], permille: number, rounding: PriceRule['rounding'] = 'cent'): PriceRule => ({
  base,
  permille,
  rounding,
})

describe("A supplier's price rule", () => {
  it('leaves prices alone where there is none', () => {
    const values = { priceCents: 1000, originalPriceCents: 1500 }
    expect(sellingPriceOf(values, null)).toEqual({ values, costCents: null })
  })

  it('adds percent to the cost, rounded up', () => {
    expect(sellingPriceOf({ priceCents: 8000 }, rule('cost', 250))).toEqual({
      values: { priceCents: 10_000 },
      costCents: 8000,
    })
    expect(sellingPriceOf({ priceCents: 999 }, rule('cost', 125)).values.priceCents).toBe(1124)
    expect(sellingPriceOf({ priceCents: 999 }, rule('cost', 125, 'ending-99')).values.priceCents).toBe(1199)
    expect(sellingPriceOf({ priceCents: 1066 }, rule('cost', 125, 'ending-99')).values.priceCents).toBe(1299)
    expect(sellingPriceOf({ priceCents: 999 }, rule('cost', 125, 'dollar')).values.priceCents).toBe(1200)
    expect(sellingPriceOf({ priceCents: 1000 }, rule('cost', 0, 'dollar')).values.priceCents).toBe(1000)
  })

  it('takes percent off the list price, and knows the cost beside it', () => {
    expect(sellingPriceOf({ priceCents: 7000, originalPriceCents: 12_999 }, rule('list', 100, 'ending-99'))).toEqual({
      values: { priceCents: 11_799, originalPriceCents: 12_999 },
      costCents: 7000,
    })
  })

  it('gives no price to a row without the amount that it needs, and none to a cost of nothing', () => {
    expect(sellingPriceOf({ name: 'X', originalPriceCents: 500 }, rule('cost', 200)).values).toEqual({
      name: 'X',
      originalPriceCents: 500,
    })
    expect(sellingPriceOf({ priceCents: 700, originalPriceCents: null }, rule('list', 200))).toEqual({
      values: { originalPriceCents: null },
      costCents: 700,
    })
    expect(sellingPriceOf({ priceCents: 0 }, rule('cost', 200, 'ending-99')).values.priceCents).toBe(0)
  })

  it('leaves a share of the price to the shop', () => {
    expect(marginOf(8000, 10_000)).toBe(20)
    expect(marginOf(12_000, 10_000)).toBe(-20)
    expect(marginOf(null, 10_000)).toBeNull()
    expect(marginOf(8000, 0)).toBeNull()
  })
})
