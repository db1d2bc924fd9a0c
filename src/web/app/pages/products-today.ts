import { MAX_IDS_PER_CALL, productsByIdPath } from '#contracts/addresses'
import type { Product } from '#contracts/catalog'
import { api } from '../../lib/api-client.ts'

/**
 * Asks the shop for products as they are now, past every cache.
 * @returns by id: the product, or null when it is not sold any more; what was not answered for is left out
 */
export async function productsToday(productIds: readonly number[]): Promise<Map<number, Product | null>> {
  const ids = [...new Set(productIds)]
  const today = new Map<number, Product | null>()
  for (let first = 0; first < ids.length; first += MAX_IDS_PER_CALL) {
    const asked = ids.slice(first, first + MAX_IDS_PER_CALL)
    try {
      const products = await api(productsByIdPath(asked), { headers: { 'Cache-Control': 'no-cache' } })
      for (const id of asked) today.set(id, products.find((product) => product.id === id) ?? null)
    } catch (error) {
      console.warn('Products could not be compared with the shop', error)
    }
  }
  return today
}
