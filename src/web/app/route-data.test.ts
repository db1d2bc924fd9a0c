import { expect, test } from 'vitest'
import { render } from '../entry-server.tsx'
import { routeData } from './route-data.ts'

test.each([
  ['/', 'home-page', ['/api/products?category=printers&brand=HP']],
  ['/?utm_source=mail', 'home-page', ['/api/products?category=printers&brand=HP']],
  ['/products', 'products-page', ['/api/products?limit=24', '/api/products/facets']],
  ['/products/', 'products-page', ['/api/products?limit=24', '/api/products/facets']],
  [
    '/products?brand=HP&page=2&sort=name',
    'products-page',
    ['/api/products?brand=HP&sort=name&limit=24&offset=24', '/api/products/facets?brand=HP'],
  ],
  ['https://shop.example/products/42', 'product-page', ['/api/products/42', '/api/products/42/reviews']],
  ['/products/0x10', 'product-page', []],
  ['/products/042', 'product-page', []],
  ['/category/printers', 'printers-page', ['/api/products?category=printers']],
  ['/category/photo-printers', 'photo-printers-page', ['/api/products?category=photo-printers']],
  ['/track?order=100001', 'track-page', []],
  ['/no/such/page', 'not-found-page', []],
  ['/admin/no/such/page', 'not-found-page', []],
])('%s is the %s and reads %j first', (url, page, keys) => {
  expect(routeData(url)).toEqual({ keys, kind: 'public', page })
})

test.each(['/cart', '/wishlist', '/checkout', '/account', '/verify-email'])(
  '%s is nobody’s but the visitor’s, and has the title that the page itself sets',
  async (url) => {
    const { title, ...rest } = routeData(url)
    expect(rest).toMatchObject({ keys: [], kind: 'personal' })
    const { head } = await render({ url, origin: 'https://shop.example', data: {} })
    expect(head).toContain(`<title>${title}</title>`)
  },
)

test('the back office is personal, too, and draws itself in the browser alone', () => {
  expect(routeData('/admin')).toEqual({
    keys: [],
    kind: 'personal',
    page: 'admin-page',
    title: 'Admin Dashboard - superprinter',
  })
})

test('asks nothing that is not in the catalogue of calls, whatever the address says', () => {
  expect(routeData('/products?category=%2F..%2Fadmin&limit=9999&offset=-1').keys).toEqual([
    '/api/products?category=%2F..%2Fadmin&limit=24',
    '/api/products/facets?category=%2F..%2Fadmin',
  ])
})
