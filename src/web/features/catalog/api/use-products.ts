import useSWR, { useSWRConfig } from 'swr'
import type { Product } from '#contracts/catalog'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useLatestKnown } from './use-latest-known.ts'

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

/** Reads a list of products; `path` is the API path. */
export function useProducts(path: string): ProductsAnswer {
  const { data, error, isLoading, mutate } = useSWR<readonly Product[] | null, unknown>(path)
  return {
    products: data ?? undefined,
    error,
    isLoading,
    isPrevious: false,
    retry: () => void mutate().catch(() => undefined),
  }
}

/** As `useProducts`, but keeps the list of the path before in view until the new one has arrived. */
export function useProductPages(path: string): ProductsAnswer {
  const answer = useProducts(path)
  const products = useLatestKnown(answer.products)
  return { ...answer, products, isPrevious: answer.products === undefined && products !== undefined }
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
