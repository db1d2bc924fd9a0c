import { describe, expect, it } from 'vitest'
import { asksForModels, isInPriceRange, isSearch, PRICE_RANGES } from './product-query.ts'

describe('price ranges', () => {
  it.each([
    [9_999, ['under-100']],
    [10_000, ['100-300']],
    [29_999, ['100-300']],
    [30_000, ['100-300', '300-500']],
    [50_000, ['300-500']],
    [50_001, ['over-500']],
    [0, ['under-100']],
  ])('%i cents is in %j and in "all"', (priceCents, ranges) => {
    expect(PRICE_RANGES.filter((range) => isInPriceRange(priceCents, range))).toEqual(['all', ...ranges])
  })
})

describe('a question of the catalog', () => {
  it('is a search where anything but spaces is typed', () => {
    expect([undefined, '', '  ', ' a '].map(isSearch)).toEqual([false, false, false, true])
  })

  it.each([
    [{}, false],
    [{ category: 'printers' }, false],
    [{ models: [] }, false],
    [{ category: 'supplies' }, true],
    [{ models: ['hp-m404'] }, true],
    [{ modelsLike: 'm4' }, true],
  ])('asks for the models of supplies: %j is %s', (filters, is) => {
    expect(asksForModels(filters)).toBe(is)
  })
})
