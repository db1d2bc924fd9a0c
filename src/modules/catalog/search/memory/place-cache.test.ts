import { expect, it } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'

const BRANDS = ['HP', 'Epson', 'Canon']
/** Enough for pages that lie far behind. */
const PRODUCTS = 12_000

function productOf(id: number) {
  return aProduct({
    id,
    brand: id % 100 === 0 ? 'Rare' : (BRANDS[id % BRANDS.length] ?? ''),
    category: id % 2 === 0 ? 'scanners' : 'printers',
    priceCents: (id * 13_331) % 70_000,
    inStock: id % 7 > 0,
    isFeatured: id % 5 === 0,
  })
}

it('finds pages far behind, also those that were asked for before, and others after a change', () => {
  const index = new CatalogIndex()
  for (let id = 1; id <= PRODUCTS; id++) index.fill(productOf(id))
  index.finish()
  const lists = [
    { category: 'printers' },
    { inStock: true, brands: ['HP', 'Canon', 'HP'] },
    { price: '100-300' as const, brands: ['Epson', 'Rare', 'nobody'] },
    { featured: true, brands: ['HP'] },
    { price: { least: 12_345 }, inStock: true },
    {},
  ].flatMap((filters) => (['price-low', 'name', 'featured'] as const).map((sort) => ({ ...filters, sort })))
  const expectPages = () => {
    for (const list of lists) {
      const whole = index.list({ ...list, offset: 0, limit: PRODUCTS })
      for (const offset of [24, 400, 400, 1800, 1800, 2500, 2500, 5000, whole.total - 10, whole.total, 15_000]) {
        const page = index.list({ ...list, offset: Math.max(0, offset), limit: 24 })
        expect(page).toEqual({ ids: whole.ids.slice(Math.max(0, offset)).slice(0, 24), total: whole.total })
      }
    }
  }
  expectPages()
  const [cheap, gone] = [{ ...productOf(2001), priceCents: 1 }, 2000]
  index.update([2001, gone], [cheap])
  index.update([PRODUCTS + 1], [{ ...productOf(PRODUCTS + 1), brand: 'New' }])
  expectPages()
})
