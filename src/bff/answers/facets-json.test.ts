import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FACET_NAMES } from '#contracts/facet-names'
import { FACETS, SHORTCUTS } from '#contracts/listing-choices'
import type { PanelOrder, UnderstoodFacets } from '#modules/catalog'
import { presentFacets } from '../presenters/product.ts'
import { createFacetsWriter } from './facets-json.ts'

const order: PanelOrder = {
  choices: FACET_NAMES.flatMap((facet) => FACETS[facet].map((value) => ({ facet, value }))),
  shortcuts: SHORTCUTS,
}

const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('HP', 'Brother', 'a "quoted" name', 'Ünlü'))
const count = fc.nat()
const named = <Field extends string>(field: Field, names: fc.Arbitrary<string>) =>
  fc.array(fc.record({ [field]: names, count }) as fc.Arbitrary<{ [Key in Field]: string } & { count: number }>)
const limits = fc.record({ least: fc.nat(), most: fc.nat() }, { requiredKeys: [] })
const reading = fc.record({
  asked: name,
  kept: fc.option(name),
  priceLimits: limits,
  sort: fc.option(fc.constantFrom('price-low', 'price-high')),
  leastSpeed: fc.option(fc.nat()),
  weight: limits,
  without: fc.array(name),
  wider: fc.option(name),
})
const counted = fc.record(
  {
    total: count,
    inStock: count,
    choices: fc.tuple(...order.choices.map(() => fc.option(count))),
    shortcuts: fc.tuple(...order.shortcuts.map(() => count)),
    brands: named('brand', name),
    moreBrands: fc.oneof(count, fc.constant(0)),
    priceRanges: named('range', fc.constantFrom('all', 'under-100')),
    categories: named('category', name),
    models: fc.record({
      found: fc.array(fc.record({ slug: name, name, count })),
      total: count,
      makers: fc.array(name),
    }),
    kept: name,
    reading,
  },
  { requiredKeys: ['total', 'inStock', 'choices', 'shortcuts', 'brands', 'moreBrands', 'priceRanges', 'categories'] },
) as fc.Arbitrary<UnderstoodFacets>

describe('the bytes of the panel', () => {
  it('are the JSON of what pages are given, whatever is counted', () => {
    const write = createFacetsWriter(order)
    const same = fc.property(counted, (facets) => {
      expect(write(facets).toString()).toBe(JSON.stringify(presentFacets(facets, order)))
    })
    fc.assert(same, { numRuns: 500 })
  })

  it('are right for thousands of brands, and for few after them', () => {
    const write = createFacetsWriter(order)
    const [one] = fc.sample(counted, { numRuns: 1, seed: 7 }) as [UnderstoodFacets]
    for (const brands of [3000, 3000, 2]) {
      const facets = { ...one, brands: Array.from({ length: brands }, (_, i) => ({ brand: `Brand ${i}`, count: i })) }
      expect(write(facets).toString()).toBe(JSON.stringify(presentFacets(facets, order)))
    }
  })
})
