import { LRUCache } from 'lru-cache'
import type { Product } from './domain/product.ts'
import type { ProductRepository } from './persistence/product.repository.ts'

/** Two pages of the longest list; a product takes some 4 kB. */
const KEPT = 2000

export interface ProductCache {
  /** In the order of the ids; those that no longer exist are left out. */
  findInOrder(ids: readonly number[]): Promise<readonly Product[]>
  /** Drops changed products (null: all). */
  forget(productIds: readonly number[] | null): void
}

/** Caches recently shown products, so that a page of a list needs no query. It takes about 8 MB. */
export function createProductCache(products: Pick<ProductRepository, 'findMany'>): ProductCache {
  const kept = new LRUCache<number, Product>({ max: KEPT })
  let changes = 0

  return {
    async findInOrder(ids) {
      const found = new Map<number, Product>()
      const missing: number[] = []
      for (const id of ids) {
        const product = kept.get(id)
        if (product === undefined) missing.push(id)
        else found.set(id, product)
      }
      if (missing.length > 0) {
        const before = changes
        for (const product of await products.findMany(missing)) {
          found.set(product.id, product)
          // A product that changed during the read may be outdated, so it is returned but not cached.
          if (before === changes) kept.set(product.id, product)
        }
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    forget(productIds) {
      changes++
      if (productIds === null) kept.clear()
      else for (const id of productIds) kept.delete(id)
    },
  }
}
