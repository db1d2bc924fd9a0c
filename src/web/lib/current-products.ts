import { MAX_IDS_PER_CALL, productsByIdPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { api } from './api-client.ts'

/**
 * Products as the shop sells them now, by id; null for a product that is no longer sold. A product that the shop gave
 * no answer for is missing.
 */
export type CurrentProducts<Item = Product> = ReadonlyMap<number, Item | null>

/** Reads products as they are now, past every cache. A call that fails leaves its products out. */
export async function fetchCurrentProducts(productIds: readonly number[]): Promise<CurrentProducts> {
  const ids = [...new Set(productIds)]
  const current = new Map<number, Product | null>()
  for (let first = 0; first < ids.length; first += MAX_IDS_PER_CALL) {
    const batch = ids.slice(first, first + MAX_IDS_PER_CALL)
    try {
      const products = await api(productsByIdPath(batch), { headers: { 'Cache-Control': 'no-cache' } })
      for (const id of batch) current.set(id, products.find((product) => product.id === id) ?? null)
    } catch (error) {
      console.warn('Products could not be compared with the shop', error)
    }
  }
  return current
}
