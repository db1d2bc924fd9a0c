import type { Product } from '#contracts/catalog'
import { api, ApiError } from '../../lib/api-client.ts'

const AT_ONCE = 6

/**
 * Asks the shop for products as they are now, past every cache.
 * @returns by id: the product, or null when it is not sold any more; what was not answered for is left out
 */
export async function productsToday(productIds: readonly number[]): Promise<Map<number, Product | null>> {
  const today = new Map<number, Product | null>()
  const waiting = [...productIds]
  const ask = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        today.set(id, await api<Product>(`/api/products/${id}`, { headers: { 'Cache-Control': 'no-cache' } }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) today.set(id, null)
        else console.warn(`Product ${id} could not be compared with the shop`, error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return today
}
