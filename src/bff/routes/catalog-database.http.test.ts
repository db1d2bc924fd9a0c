import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProductFacets, ProductList, Suggestions } from '#contracts/catalog'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aCustomer, anOrder, proveAddress } from '../testing/shop-requests.ts'

let shop: RunningShop
const get = (path: string) => request(shop.app.server).get(path)

beforeAll(async () => {
  shop = await startShop({ CATALOG_SEARCH: 'database' })
})
afterAll(() => shop.stop())

describe('a shop whose database searches the catalog', () => {
  it('lists, filters and pages', async () => {
    const whole = await get('/api/products?sort=price-low').expect(200)
    const products = ProductList.parse(whole.body)
    expect(products.length).toBeGreaterThanOrEqual(64)
    expect(whole.headers['x-total-count']).toBe(String(products.length))
    const second = await get('/api/products?sort=price-low&limit=24&offset=24').expect(200)
    expect(second.body).toEqual(whole.body.slice(24, 48))
    const filtered = await get('/api/products?category=printers&brand=HP&inStock=true').expect(200)
    expect(filtered.body.length).toBeGreaterThan(0)
    for (const product of filtered.body)
      expect(product).toMatchObject({ category: 'printers', brand: 'HP', inStock: true })
    const facets = ProductFacets.parse((await get('/api/products/facets?category=printers').expect(200)).body)
    expect(facets.total).toBe(products.filter(({ category }) => category === 'printers').length)
  })

  it('searches and suggests', async () => {
    const found = ProductList.parse((await get('/api/products?search=laserjet m404').expect(200)).body)
    expect(found[0]?.name).toBe('HP LaserJet Pro M404dn')
    const suggested = Suggestions.parse((await get('/api/search-suggestions?q=envy').expect(200)).body)
    expect(suggested).toContain('HP ENVY 6055e')
    await get('/api/products?search=zzqq of xxkk').expect(200, [])
    await get('/api/products?search[$regex]=.*').expect(400)
  })

  it('shows at once what was sold', async () => {
    const product = await aCountedProduct(shop, 1)
    const inStock = async () => (await get('/api/products?inStock=true').expect(200)).body as { id: number }[]
    expect((await inStock()).some(({ id }) => id === product.id)).toBe(true)
    const { bearer, email } = await aCustomer(shop)
    await proveAddress(shop, email)
    const quantity = product.stockQuantity
    await request(shop.app.server)
      .post('/api/orders')
      .set(bearer)
      .send(anOrder(product, {}, { quantity }))
      .expect(201)
    expect((await inStock()).some(({ id }) => id === product.id)).toBe(false)
  })

  it('has a sitemap of every product', async () => {
    const { text } = await get('/sitemap-products-1.xml').expect(200)
    expect(text.split('<loc>').length - 1).toBe(ProductList.parse((await get('/api/products')).body).length)
  })
})
