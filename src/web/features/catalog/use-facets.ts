import type { ApiPath } from '#contracts/api-path'
import type { ProductFacets } from '#contracts/catalog'
import { readUntilAnswered, useRead } from '../../lib/use-read.ts'
import { useLatestKnown } from './use-latest-known.ts'

/**
 * Reads how many products each choice of the filter panel would leave. Keeps the last counts until new ones arrive. The
 * list works without them: after a failure the choices stay, without counts, and it is tried again.
 */
export function useFacets(path: ApiPath<ProductFacets>): {
  readonly facets: ProductFacets | undefined
  /** Whether the counts are those of the list before. */
  readonly isPrevious: boolean
  /** Whether they are those of the list before because the new ones did not come: they are wrong, and are not shown. */
  readonly isOutdated: boolean
} {
  const { data, error } = useRead(path, readUntilAnswered())
  const isPrevious = data === undefined
  return { facets: useLatestKnown(data), isPrevious, isOutdated: isPrevious && error !== undefined }
}
