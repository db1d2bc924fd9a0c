import useSWR, { useSWRConfig } from 'swr'
import type { Product } from '#contracts/catalog'
import { useHydrated } from '../../../lib/use-hydrated.ts'

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
  const { data, error, isLoading, mutate } = useSWR<readonly Product[] | null, unknown>(path, { keepPreviousData: keepPrevious })
  return {
    products: data ?? undefined,
    error,
    isLoading,
    isPrevious: keepPrevious && isLoading && data !== undefined,
    retry: () => void mutate().catch(() => undefined),
  }
}

/** How long the home page's list counts as fresh, in ms (specification 1, section 7). */
const FRESH_MS = 5000

/**
 * Reads the list of the home page: fresh for 5 seconds, then read again when the page is shown again. A page that came
 * with its list from the server does not read it twice.
 */
export function useShortLivedProducts(path: string): Pick<ProductsAnswer, 'products' | 'error' | 'retry'> {
  const isNavigation = useHydrated()
  const { fallback } = useSWRConfig()
  const { data, error, mutate } = useSWR<readonly Product[] | null, unknown>(path, {
    dedupingInterval: FRESH_MS,
    revalidateOnMount: isNavigation || fallback[path] === undefined,
  })
  return { products: data ?? undefined, error, retry: () => void mutate().catch(() => undefined) }
}
