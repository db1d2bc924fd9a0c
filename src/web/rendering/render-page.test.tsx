import { expect, test } from 'vitest'
import { fittingPath, productPath, reviewsPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { listedProduct } from '#contracts/listed-product'
import { firstReads } from '#contracts/screen-reads'
import type { RenderedPage } from '#contracts/pages'
import { SCREENS, type Screen } from '#contracts/screens'
import { aProduct } from '../testing/a-product.ts'
import { createCardTemplates } from './card-templates.tsx'
import { renderPage } from './render-page.tsx'
import { createKeptMarkup } from './kept-markup.ts'

/** What a product's page shows in other ways: numbers of rows, texts to escape, supplies. */
const VARIANTS: readonly Partial<Product>[] = [
  {},
  { specifications: 'Technology: Mono laser\nA remark & <b>another</b> $& $1', features: [] },
  { specifications: {}, sku: null, features: ['A "zzText0zz"', "O'Neil & <i>"] },
  { specifications: Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`Row ${at}`, `Value <${at}>`])) },
  { specifications: { 'Print speed': '27 pages per minute', Empty: '' }, reviewCount: 12 },
  { category: 'supplies', fits: ['LaserJet 9', 'Printer 3'], reviewCount: 10 },
]

const PRODUCTS = Array.from({ length: 24 }, (_, index) =>
  aProduct({
    id: index + 1,
    name: index % 2 === 0 ? `HP LaserJet ${index} "A&B"` : `Printer ${index}`,
    reviewCount: index % 4,
    originalPrice: index % 3 === 0 ? '999.00' : null,
    inStock: index % 5 !== 0,
    tags: index % 2 === 0 ? ['sale'] : [],
    image: `/images/products/${index === 2 ? 0 : index}.svg`,
    ...VARIANTS[index],
  }),
)
const REVIEW = {
  id: 'r1',
  productId: 1,
  rating: 5,
  customerName: 'Ada',
  customerTitle: null,
  comment: 'Quick.',
  createdAt: '2025-02-01T09:00:00.000Z',
}
const FACETS = {
  total: 60,
  brands: [
    { brand: 'HP', count: 60 },
    { brand: 'A&B "zzText0zz"', count: 3 },
    { brand: 'None', count: 0 },
  ],
  priceRanges: [{ range: 'all' as const, count: 60 }],
  inStock: 50,
  categories: [
    { category: 'printers', count: 60 },
    { category: 'scanners', count: 0 },
  ],
  choices: { technology: { laser: 12, inkjet: 0 }, duplex: { yes: 9 } },
  shortcuts: { 'color-laser': 4, duplex: 9, 'up-to-400': 0, copies: 1, wifi: 2, 'large-paper': 3 },
}

/** What the server reads for a page. */
function dataFor(url: string): Record<string, unknown> {
  return Object.fromEntries(
    firstReads(url).map((path) => {
      if (path.startsWith('/api/products/facets')) return [path, FACETS]
      const id = Number(/^\/api\/products\/(\d+)\//.exec(path)?.[1])
      if (path === reviewsPath(id)) return [path, id === 1 ? [REVIEW] : []]
      if (path === fittingPath(id))
        return [path, { products: id === 1 ? PRODUCTS.slice(1, 3) : [], black: null, color: null, model: null }]
      const product = PRODUCTS.find(({ id }) => path === productPath(id))
      return [path, product ?? PRODUCTS.map(listedProduct)]
    }),
  )
}

const screens: readonly Screen[] = Object.values(SCREENS)
const ADDRESSES = [
  ...screens
    .filter(({ kind }) => kind !== 'private')
    .map(({ path }) => path.replace(':id', '1').replace('*', '/nowhere')),
  '/products?category=printers&brand=HP&page=2',
  '/products?category=supplies&brand=None&technology=inkjet&technology=laser&inStock=true&price=100-300',
  '/products?search=%22laser%22+%26+%3Cb%3E',
  '/compare?ids=1,2,3',
  ...PRODUCTS.slice(1, 9).map(({ id }) => `/products/${id}`),
]

async function textOf(page: Promise<RenderedPage>) {
  const { html, ...rest } = await page
  return { ...rest, html: html.join('') }
}

test.each(ADDRESSES)('%s from ready parts is the page that React renders, the first time and later', async (url) => {
  const input = { url, origin: 'https://shop.example', data: dataFor(url) }
  const rendered = await textOf(renderPage(input, null))
  const ready = { renderCard: createCardTemplates(), kept: createKeptMarkup() }
  expect(await textOf(renderPage(input, ready))).toEqual(rendered)
  expect(await textOf(renderPage(input, ready))).toEqual(rendered)
})

test('a part that one page rendered is right on every other page', async () => {
  const ready = { renderCard: createCardTemplates(), kept: createKeptMarkup() }
  for (const url of ADDRESSES) await renderPage({ url, origin: 'https://shop.example', data: dataFor(url) }, ready)
  for (const url of ADDRESSES) {
    const input = { url, origin: 'https://shop.example', data: dataFor(url) }
    expect(await textOf(renderPage(input, ready)), url).toEqual(await textOf(renderPage(input, null)))
  }
})
