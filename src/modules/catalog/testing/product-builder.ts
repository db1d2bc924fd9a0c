import type { Database } from '#platform/database/database'
import type { Product } from '../domain/product.ts'
import { slugOf } from '../domain/words.ts'
import { createProductRepository } from '../persistence/product.repository.ts'

const SOME_DAY = new Date('2026-01-05T09:00:00.000Z')

/** A believable product; a test says only what it is about. */
export function aProduct(facts: Partial<Product> & Pick<Product, 'id'>): Product {
  const name = facts.name ?? `Printer ${facts.id}`
  return {
    sku: null,
    slug: slugOf(name),
    name,
    description: 'Prints.',
    brand: 'HP',
    category: 'printers',
    priceCents: 19_900,
    originalPriceCents: null,
    image: 'printer.svg',
    images: [],
    tags: [],
    inStock: true,
    stockQuantity: 10,
    awaitsPrice: false,
    isFeatured: false,
    isBusinessProduct: false,
    rating: 0,
    reviewCount: 0,
    specifications: {},
    features: [],
    createdAt: SOME_DAY,
    updatedAt: SOME_DAY,
    ...facts,
  }
}

/** Puts products into the database as staff will. */
export async function storeProducts(database: Database, products: readonly Product[]): Promise<void> {
  const repository = createProductRepository(database)
  await database.transaction((tx) => repository.insertMany(tx, products))
}
