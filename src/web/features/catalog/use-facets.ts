import type { ApiPath } from '#contracts/api-path'
import type { ProductFacets } from '#contracts/catalog'
import { useRead } from '../../lib/use-read.ts'
import { useLatestKnown } from './use-latest-known.ts'

/**
 * Reads how many products each choice of the filter panel would leave. Keeps the last counts until new ones arrive.
 * The list works without them, so a failure only leaves the counts out.
 */
export function useFacets(path: ApiPath<ProductFacets>): {
  readonly facets: ProductFacets | undefined
  /** Whether the counts are those of the list before. */
  readonly isPrevious: boolean
} {
  const { data } = useRead(path)
  return { facets: useLatestKnown(data), isPrevious: data === undefined }
}
