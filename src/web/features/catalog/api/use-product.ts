import useSWR from 'swr'
import type { Product } from '#contracts/catalog'
import { ApiError } from '../../../lib/api-client.ts'
import { productPath } from '../product-paths.ts'

/**
 * Reads one product. `isMissing` when the shop has none with this id: the server rendered the page with null, or the
 * call answered 404.
 * @param id null (an address that names no product) is missing at once, without a call
 */
export function useProduct(id: number | null) {
  const { data, error, mutate } = useSWR<Product | null, unknown>(id === null ? null : productPath(id))
  const isMissing = id === null || data === null || (error instanceof ApiError && error.status === 404)
  return {
    product: data ?? undefined,
    isMissing,
    error: isMissing ? undefined : error,
    retry: () => void mutate().catch(() => undefined),
  }
}
