import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Product as ProductContract } from '#contracts/catalog'
import type { Product } from '#modules/catalog'
import { aProduct } from '../../modules/catalog/testing/product-builder.ts'
import { presentProduct } from './product.ts'
import { productEncoder } from './product-encoder.ts'

const PRODUCTS: readonly Product[] = [
  aProduct({ id: 1 }),
  aProduct({
    id: 2,
    sku: 'A-2',
    name: 'Größe "XL" \u2028 \\ 🖨️',
    description: '',
    originalPriceCents: 99_999_999,
    image: 'javascript:alert(1)',
    images: ['a.svg', '', 'https://cdn.example/b.png'],
    tags: ['sale', 'new'],
    isFeatured: true,
    isBusinessProduct: true,
    rating: 4.25,
    reviewCount: 3,
    specifications: { '802.11': 'ac', '10': 'ten', Width: '15 in', __proto__x: '' },
    features: ['Quiet', 'Fast'],
  }),
  aProduct({ id: 3, priceCents: 0, inStock: false, stockQuantity: 0, awaitsPrice: true, specifications: 'A: b' }),
]

describe('a product as text', () => {
  it.each(PRODUCTS)('is what the contract makes of it ($id)', (product) => {
    expect(productEncoder.encode(product)).toBe(JSON.stringify(z.encode(ProductContract, presentProduct(product))))
  })

  const shownOf = (product: Product) => productEncoder.shownOf(product, productEncoder.encode(product))

  it('shows the same after a sale of many, and something else when few are left, none, or when it is not counted', () => {
    const shown = (stockQuantity: number, inStock = true) => shownOf(aProduct({ id: 1, stockQuantity, inStock }))
    expect(shown(41)).toBe(shown(40))
    expect(shown(6)).toBe(shown(40))
    const different = [shown(40), shown(5), shown(4), shown(1), shown(0), shown(0, false)]
    expect(new Set(different).size).toBe(different.length)
  })

  it.each(PRODUCTS)(
    'shows the same after an edit that changed nothing else, and every other change ($id)',
    (product) => {
      const shown = shownOf(product)
      expect(shownOf({ ...product, updatedAt: new Date() })).toBe(shown)
      expect(shownOf({ ...product, priceCents: product.priceCents + 1 })).not.toBe(shown)
      expect(shownOf({ ...product, rating: 5 })).not.toBe(shown)
      expect(shownOf({ ...product, createdAt: new Date() })).not.toBe(shown)
    },
  )

  it('is not misled by a product that speaks of stock and edits', () => {
    const words = '","stockQuantity":7,"updatedAt":"'
    const product = aProduct({
      id: 1,
      name: words,
      description: words,
      tags: [words],
      stockQuantity: 50,
      specifications: { stockQuantity: '7', updatedAt: 'now', last: words },
      features: [words],
    })
    const shown = shownOf(product)
    expect(shownOf({ ...product, stockQuantity: 40, updatedAt: new Date() })).toBe(shown)
    expect(shownOf({ ...product, stockQuantity: 3 })).not.toBe(shown)
    expect(shownOf({ ...product, features: [`${words}!`] })).not.toBe(shown)
    expect(shownOf({ ...product, specifications: { ...(product.specifications as object), last: '' } })).not.toBe(shown)
  })
})
