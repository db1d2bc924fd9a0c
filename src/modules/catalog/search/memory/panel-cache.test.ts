import { describe, expect, it } from 'vitest'
import type { ProductFilters } from '../../domain/product-query.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { PlainCatalog } from './testing/plain-catalog.ts'

const BRANDS = ['HP', 'Epson']
const PRODUCTS = 136

function productOf(id: number, price = id * 13_331) {
  return aProduct({
    id,
    brand: id % 53 === 0 ? 'Rare' : (BRANDS[id % BRANDS.length] ?? ''),
    category: id % 3 === 0 ? 'scanners' : 'printers',
    priceCents: price % 70_000,
    inStock: id % 7 > 0,
    stockQuantity: id % 7,
    isFeatured: id % 5 === 0,
    specifications: {
      Technology: id % 2 === 0 ? 'Laser' : 'Inkjet',
      Connections: id % 4 > 1 ? 'Wi-Fi' : 'USB 2.0',
      // No scanner has it.
      ...(id % 3 > 0 && { 'Duplex printing': 'Automatic' }),
    },
  })
}

const CHOICES: readonly ProductFilters[] = [
  {},
  { price: '100-300', inStock: true },
  { price: { least: 12_000 } },
  { category: 'scanners', choices: { technology: ['laser', 'inkjet'], connection: ['wifi'] } },
]
const CHOSEN_BRANDS = [['Epson', 'HP', 'HP'], ['Rare', 'HP'], undefined, ['Nobody', 'HP', 'Nobody'], ['Nobody']]
const EVERY_PANEL = CHOICES.flatMap((choices) =>
  CHOSEN_BRANDS.map((brands) => ({ ...choices, ...(brands && { brands }) })),
)

describe('the counts of a panel', () => {
  it('are the same when they were asked for before, and others after a change', () => {
    const [index, plain] = [new CatalogIndex(), new PlainCatalog()]
    const put = (ids: readonly number[], products: readonly ReturnType<typeof productOf>[]) => {
      index.update(ids, products)
      plain.update(ids, products)
    }
    const all = Array.from({ length: PRODUCTS }, (_, i) => productOf(i + 1))
    put([], all)
    const expectSame = () => {
      const counts = EVERY_PANEL.map((panel) => plain.facets(panel))
      for (let time = 1; time <= 4; time++) expect(EVERY_PANEL.map((panel) => index.facets(panel))).toEqual(counts)
    }
    expectSame()
    put([9], [{ ...productOf(9), stockQuantity: 1 }])
    put([10], [productOf(10, 1)])
    put([11, 12], [{ ...productOf(11), inStock: false, stockQuantity: 0 }])
    put([PRODUCTS + 1], [{ ...productOf(PRODUCTS + 1), brand: 'Epson' }])
    expectSame()
    put([13], [])
    expectSame()
    put([PRODUCTS + 2], [{ ...productOf(PRODUCTS + 2), brand: 'Brother' }])
    expectSame()
  })

  it('are not mixed up by what somebody asks for', () => {
    const index = new CatalogIndex()
    index.update(
      [],
      Array.from({ length: PRODUCTS }, (_, i) => productOf(i + 1)),
    )
    const asked = { category: 'printers', inStock: true }
    const before = index.facets(asked)
    for (const category of ['printers;8', 'printers 8;', '8 printers', 'printers\n8', '1 8 printers'])
      for (let time = 1; time <= 3; time++) expect(index.facets({ category }).total).toBe(0)
    expect(index.facets(asked)).toEqual(before)
  })
})
