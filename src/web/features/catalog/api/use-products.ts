import useSWR from 'swr'
import type { Product } from '#contracts/catalog'

/** A list of the catalogue. */
export interface ProductsAnswer {
  /** undefined until the first answer. */
  readonly products: readonly Product[] | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** Whether `products` are those of the address before, kept in view until the new ones arrive. */
  readonly isPrevious: boolean
  readonly retry: () => void
}

/**
 * Reads a list of products.
 * @param path the API path; null reads nothing
 * @param keepPrevious keep the list of the path before until the new one has arrived
 */
export function useProducts(path: string | null, { keepPrevious = false } = {}): ProductsAnswer {
  const { data, error, isLoading, mutate } = useSWR<readonly Product[] | null>(path, { keepPreviousData: keepPrevious })
  return {
    products: data ?? undefined,
    error,
    isLoading,
    isPrevious: keepPrevious && isLoading && data !== undefined,
    retry: () => void mutate().catch(() => undefined),
  }
}
