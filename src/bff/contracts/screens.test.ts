import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { render } from '../../web/entry-server.tsx'
import { MOST_SELLING_PATH } from './api-paths.ts'
import { allowsThirdParties, documentTitle, rootOf, SCREEN_IDS, SCREENS, screenAt, type Screen } from './screens.ts'
import { firstReads } from './screen-reads.ts'

const ROWS: readonly (Screen & { readonly id: string })[] = SCREEN_IDS.map((id) => ({ id, ...SCREENS[id] }))
const PAGES = new URL('../../web/app/pages/', import.meta.url)

test('every screen has a page file, and every page file a screen', () => {
  const files = readdirSync(PAGES).filter((name) => name.endsWith('-page.tsx'))
  expect(files.toSorted()).toEqual(SCREEN_IDS.map((id) => `${id}-page.tsx`).toSorted())
})

test('every path of the table matches its own screen, in whatever way it is written', () => {
  for (const { id, path } of ROWS) {
    const address = path.replace(':id', '42').replace(/^\*/, '/no/such/page').replace(/\*$/, 'orders/42')
    expect(screenAt(address).id).toBe(id)
    expect(screenAt(`${address.toUpperCase()}/`).id).toBe(id)
  }
  expect(screenAt('/Category/Photo-Printers/').path).toBe('/category/photo-printers')
  expect(screenAt('/Products/42').path).toBe('/products/42')
  expect(screenAt('/category/no/such/page').id).toBe('not-found')
})

test('a screen with others below it has their addresses and its own', () => {
  for (const path of ['/admin', '/admin/orders', '/admin/orders/100001', '/admin/orders/%C3%A9t%C3%A9'])
    expect(screenAt(path)).toMatchObject({ id: 'admin', path })
  expect(screenAt('/ADMIN/orders/').path).toBe('/admin/orders')
  expect(screenAt('/administration').id).toBe('not-found')
  expect(allowsThirdParties('/administration')).toBe(true)
  expect(allowsThirdParties('/admin/orders/100001')).toBe(false)
})

describe('what a screen reads first', () => {
  test.each([
    ['/', [MOST_SELLING_PATH]],
    ['/?utm_source=mail', [MOST_SELLING_PATH]],
    ['/products', ['/api/products?limit=24', '/api/products/facets']],
    ['/products/', ['/api/products?limit=24', '/api/products/facets']],
    [
      '/products?brand=HP&page=2&sort=name',
      ['/api/products?brand=HP&sort=name&limit=24&offset=24', '/api/products/facets?brand=HP'],
    ],
    ['https://shop.example/products/42', ['/api/products/42', '/api/products/42/reviews', '/api/products/42/fitting']],
    ['/products/0x10', []],
    ['/products/042', []],
    ['/category/printers', ['/api/products?category=printers&limit=24', '/api/products/facets?category=printers']],
    [
      '/category/photo-printers?brand=HP&page=2&category=scanners&search=x&featured=true',
      [
        '/api/products?category=photo-printers&brand=HP&limit=24&offset=24',
        '/api/products/facets?category=photo-printers&brand=HP',
      ],
    ],
    ['/track?order=100001', []],
    ['/no/such/page', []],
    ['/admin', []],
  ])('%s reads %j', (url, paths) => expect(firstReads(url)).toEqual(paths))

  test('is a call of the catalog, whatever the address contains', () => {
    expect(firstReads('/products?category=%2F..%2Fadmin&limit=9999&offset=-1')).toEqual([
      '/api/products?category=%2F..%2Fadmin&limit=24',
      '/api/products/facets?category=%2F..%2Fadmin',
    ])
  })
})

test('a personal or private screen has a title, reads nothing on the server, and is not indexed', () => {
  for (const { id, path, kind, title, isIndexed } of ROWS) {
    if (kind === 'public') continue
    expect(title, id).toBeDefined()
    expect([isIndexed, ...firstReads(path)], id).toEqual([false])
  }
})

test('a page has noindex exactly when the table hides it from search engines', async () => {
  for (const { id, path, isIndexed, title, kind } of ROWS) {
    // The product screen needs a product, and private screens are rendered in the browser only.
    if (id === 'product' || kind === 'private') continue
    const url = path.replace('*', '/no/such/page')
    const { head } = await render({ url, origin: 'https://shop.example', data: {} })
    expect(head.includes('<meta name="robots" content="noindex"'), id).toBe(!isIndexed)
    if (kind === 'personal') expect(head, id).toContain(`<title>${documentTitle(title ?? '')}</title>`)
  }
})

const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

test('no third-party script runs where personal data is shown or entered, nor below, in any letter case', () => {
  const sensitive = [
    '/account',
    '/admin',
    '/checkout',
    '/contact',
    '/data-export',
    '/data-request',
    '/installation',
    '/keep-email',
    '/login',
    '/login/code',
    '/product-alert',
    '/return',
    '/signup',
    '/support',
    '/track',
    '/verify-email',
    '/warranty',
  ]
  expect(
    ROWS.filter((row) => !row.allowsThirdParties)
      .map(rootOf)
      .toSorted(),
  ).toEqual(sensitive)
  for (const path of sensitive) {
    expect(
      [path, `${path}/`, `${path}/orders`, path.toUpperCase(), path.replace(/[a-z]/, escaped)].some(allowsThirdParties),
      path,
    ).toBe(false)
  }
  expect(['/', '/products', '/administration', '/cart'].every(allowsThirdParties)).toBe(true)
})
