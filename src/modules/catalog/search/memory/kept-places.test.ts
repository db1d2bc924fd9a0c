import { expect, it } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'

const BRANDS = ['HP', 'Epson', 'Canon']
const PRODUCTS = 3500

function productOf(id: number) {
  return aProduct({
    id,
    brand: id % 100 === 0 ? 'Rare' : (BRANDS[id % BRANDS.length] ?? ''),
    category: id % 2 === 0 ? 'scanners' : 'printers',
    priceCents: (id * 13_331) % 70_000,
    inStock: id % 7 > 0,
    isFeatured: id % 500 === 0,
  })
}

it('finds a page far behind that was asked for before, and another one after a change', () => {
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
      for (const offset of [24, 24, 24, 400, 1016, 1500, whole.total - 10, whole.total, 5000]) {
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
