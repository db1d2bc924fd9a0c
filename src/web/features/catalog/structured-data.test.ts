import { describe, expect, test } from 'vitest'
import { breadcrumbData, productData } from './structured-data.ts'
import { aProduct } from '../../testing/a-product.ts'

describe('structured data for search engines', () => {
  test.each([
    [{ inStock: true, stockQuantity: 4 }, 'https://schema.org/InStock'],
    [{ inStock: true, stockQuantity: 0 }, 'https://schema.org/MadeToOrder'],
    [{ inStock: false, stockQuantity: 0 }, 'https://schema.org/OutOfStock'],
  ])('about a product with %j is %s', (stock, availability) => {
    expect(productData(aProduct({ id: 7, price: '279.00', ...stock }))).toMatchObject({
      offers: { url: '/products/7', price: '279.00', priceCurrency: 'USD', availability },
    })
  })

  test('holds no rating when there are no reviews', () => {
    expect(productData(aProduct({ rating: '0.0', reviewCount: 0 }))).not.toHaveProperty('aggregateRating')
  })

  test('repeats the newest five reviews', () => {
    const reviews = Array.from({ length: 7 }, (_, index) => ({
      id: String(index),
      productId: 7,
      rating: 4,
      customerName: 'Ada',
      customerTitle: null,
      comment: `Review ${index}`,
      createdAt: '2025-03-04T10:00:00.000Z',
    }))
    const { review } = productData(aProduct({ id: 7 }), reviews) as { review: object[] }
    expect(review).toHaveLength(5)
    expect(review[0]).toMatchObject({
      '@type': 'Review',
      reviewRating: { ratingValue: 4 },
      author: { name: 'Ada' },
      datePublished: '2025-03-04',
      reviewBody: 'Review 0',
    })
    expect(productData(aProduct())).not.toHaveProperty('review')
  })

  test('names pictures by where they are', () => {
    expect(
      productData(aProduct({ image: 'm404-front.svg', images: ['m404-front.svg', 'javascript:alert(1)'] })),
    ).toMatchObject({
      image: ['/images/products/m404-front.svg'],
    })
  })

  test('leads from the shop to the page itself', () => {
    expect(breadcrumbData([{ label: 'Home', to: '/' }, { label: 'Printers' }], '/category/printers')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: '/' },
        { position: 2, name: 'Printers', item: '/category/printers' },
      ],
    })
  })
})
