import type { Database } from '#platform/database/database'
import type { ProductEncoder } from '../domain/product-encoder.ts'
import type { Product } from '../domain/product.ts'
import { slugOf } from '../domain/words.ts'
import { createProductRepository } from '../persistence/product.repository.ts'

const SOME_DAY = new Date('2026-01-05T09:00:00.000Z')

/** A complete product; a test gives only the fields that matter to it. */
export function aProduct(fields: Partial<Product> & Pick<Product, 'id'>): Product {
  const name = fields.name ?? `Printer ${fields.id}`
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
    fits: [],
    pageYield: null,
    supplyColor: null,
    linkedIds: [],
    costPerPage: null,
    createdAt: SOME_DAY,
    updatedAt: SOME_DAY,
    ...fields,
  }
}

/** Stores products in the database. */
export async function storeProducts(database: Database, products: readonly Product[]): Promise<void> {
  const repository = createProductRepository(database)
  await database.transaction((tx) => repository.insertMany(tx, products))
}

/** Writes products as plain JSON; the shop's own encoder belongs to its contract. */
export const plainEncoder: ProductEncoder = {
  encode: (product) => JSON.stringify(product),
  shownOf: (product) => JSON.stringify({ ...product, stockQuantity: 0, updatedAt: null }),
}
