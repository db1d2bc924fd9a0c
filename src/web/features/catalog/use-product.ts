import { productPath } from '#contracts/api-paths'
import { ApiError } from '../../lib/api-client.ts'
import { NOTHING_READ, useRead } from '../../lib/use-read.ts'

/**
 * Reads one product. `isMissing` when the shop has none with this id: the server rendered the page without one, or the
 * call answered 404.
 * @param id null (an address that names no product) is missing at once, without a call
 */
export function useProduct(id: number | null) {
  const { data, error, retry } = useRead(id === null ? null : productPath(id))
  const isMissing = id === null || error === NOTHING_READ || (error instanceof ApiError && error.status === 404)
  return { product: data, isMissing, error: isMissing ? undefined : error, retry }
}
