import type { Product } from '#contracts/catalog'

/** A printer of the shop; what a test cares about is given. */
export function aProduct(given: Partial<Product> = {}): Product {
  return {
    id: 1,
    sku: 'HP-W1A53A',
    slug: 'hp-laserjet-pro-m404dn',
    name: 'HP LaserJet Pro M404dn',
    description: 'A quick black and white laser printer for a small office.',
    brand: 'HP',
    category: 'printers',
    price: '279.00',
    originalPrice: null,
    image: '/images/products/hp-laserjet-pro-m404dn.svg',
    images: [],
    tags: [],
    inStock: true,
    stockQuantity: 12,
    isFeatured: false,
    isBusinessProduct: false,
    rating: '4.6',
    reviewCount: 5,
    specifications: {},
    features: [],
    createdAt: '2025-01-15T09:00:00.000Z',
    updatedAt: '2025-01-15T09:00:00.000Z',
    ...given,
  }
}
