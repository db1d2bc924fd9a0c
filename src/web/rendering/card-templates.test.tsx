import { createStore, Provider } from 'jotai'
import { renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { narrowHtml } from '#platform/text/narrow-text'
import { ShopProductCard, type ShopProductCardProps } from '../app/shop-product-card.tsx'
import { aProduct } from '../testing/a-product.ts'
import { createCardTemplates, type RenderCard } from './card-templates.tsx'

function renderedByReact(card: ShopProductCardProps): string {
  return narrowHtml(
    renderToString(
      <StaticRouter location="/products">
        <Provider store={createStore()}>
          <ShopProductCard {...card} />
        </Provider>
      </StaticRouter>,
    ),
  )
}

const uploaded = '/images/products/0123456789abcdef01234567'
const PRODUCTS = [
  aProduct(),
  aProduct({ id: 7, name: 'HP LaserJet', brand: 'HP', reviewCount: 0, rating: '0.0' }),
  aProduct({ id: 8, name: 'LaserJet of HP', brand: 'HP', reviewCount: 1, rating: '5.0' }),
  aProduct({ id: 9, brand: '', name: 'Tom & Jerry\'s <b>"best"</b> $& $1 zzName', reviewCount: 1234 }),
  aProduct({ id: 10, brand: 'A&B "C"', name: 'A&B "C" zzBrand zzName', inStock: false, reviewCount: 1_234_567 }),
  aProduct({ id: 11, price: '0.00', originalPrice: '99999999.00', tags: ['sale', 'new', 'bestseller', 'other'] }),
  aProduct({ id: 12, price: '279.00', originalPrice: '279.00', tags: ['new'] }),
  aProduct({ id: 13, price: '1279.00', originalPrice: '200.00' }),
  aProduct({ id: 32, price: '89999999.00', originalPrice: '99999999.00' }),
  aProduct({ id: 33, price: '100000.00', originalPrice: null }),
  aProduct({ id: 14, image: '', images: [] }),
  aProduct({ id: 31, image: '', images: [], category: 'scanners' }),
  aProduct({ id: 15, image: '', images: [`${uploaded}-800.webp`, '/images/products/other.svg'] }),
  aProduct({ id: 16, image: `${uploaded}-1600.webp` }),
  aProduct({ id: 17, image: `${uploaded}-400.webp` }),
  aProduct({ id: 18, image: 'https://pictures.example/a.png?a=1&b="2"' }),
  aProduct({ id: 19, image: 'javascript:alert(1)', rating: '3.9' }),
  aProduct({ id: 20, image: 'hp laser (front).jpg', name: '名前 🖨️' }),
  aProduct({ id: 21, specifications: { Type: 'A "zzName" & <b>', 'Print speed': '27 pages per minute' } }),
  aProduct({ id: 22, specifications: 'Technology: Mono laser\nDuplex: yes\n$& $1' }),
  aProduct({ id: 23, specifications: { Color: 'Black' } }),
]
const PLACES: readonly Omit<ShopProductCardProps, 'product'>[] = [
  {},
  { heading: 'h2', isFirst: true, isLargest: true, isComparable: true },
  { heading: 'h2', isFirst: true, isLargest: false, isComparable: true },
  { isFirst: false, isComparable: true },
]

function renderedBy(render: RenderCard, card: ShopProductCardProps): string {
  const { preload, html } = render(card)
  return preload + html
}

describe('a product card from a template', () => {
  test.each(PRODUCTS)('is what React renders, in every place ($id)', (product) => {
    const render = createCardTemplates()
    for (const place of PLACES)
      expect(renderedBy(render, { product, ...place })).toBe(renderedByReact({ product, ...place }))
  })

  test('is what React renders when another product of its shape came first', () => {
    const render = createCardTemplates()
    for (const product of PRODUCTS) render({ product })
    for (const product of PRODUCTS) {
      const other = { ...product, id: product.id + 100, name: `Another ${product.name}`, brand: 'Zebra', price: '1.05' }
      expect(renderedBy(render, { product: other })).toBe(renderedByReact({ product: other }))
      const own = {
        ...product,
        name: `${product.name} again`,
        reviewCount: product.reviewCount && product.reviewCount + 1,
      }
      expect(renderedBy(render, { product: own })).toBe(renderedByReact({ product: own }))
    }
  })
})
