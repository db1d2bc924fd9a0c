import { useSWRConfig } from 'swr'
import type { ApiPath } from '#contracts/api-path'
import type { ListedProduct } from '#contracts/listed-product'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useRead, type ReadResult } from '../../lib/use-read.ts'
import { useLatestKnown } from './use-latest-known.ts'

type ProductsPath = ApiPath<readonly ListedProduct[]>

/** A page of the listing. */
export interface ProductPage extends Pick<
  ReadResult<readonly ListedProduct[]>,
  'data' | 'error' | 'isLoading' | 'retry'
> {
  /** Whether `data` is that of the address before, kept in view until the new products arrive. */
  readonly isPrevious: boolean
}

/** Reads a page of the listing, and keeps the one before in view until the new one has arrived. */
export function useProductPage(path: ProductsPath): ProductPage {
  const { data, error, isLoading, retry } = useRead(path)
  const latest = useLatestKnown(data)
  return { data: latest, error, isLoading, retry, isPrevious: data === undefined && latest !== undefined }
}

/** How long the home page's list counts as fresh, in ms (specification 1, section 7). */
const FRESH_MS = 5000

/**
 * Reads the list of the home page: fresh for 5 seconds, then read again when the page is shown again. A page that came
 * with its list from the server does not read it twice.
 */
export function useShortLivedProducts(path: ProductsPath): ReadResult<readonly ListedProduct[]> {
  const isNavigation = useHydrated()
  const { fallback } = useSWRConfig()
  return useRead(path, {
    dedupingInterval: FRESH_MS,
    revalidateOnMount: isNavigation || fallback[path] === undefined,
  })
}
