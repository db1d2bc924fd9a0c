import useSWR from 'swr'
import type { ProductFacets } from '#contracts/catalog'
import { useLatestKnown } from './use-latest-known.ts'

/**
 * Reads how many products each choice of the filter panel would leave. Keeps the last counts until new ones arrive.
 * The list works without them, so a failure only leaves the counts out.
 */
export function useFacets(path: string): ProductFacets | undefined {
  const { data } = useSWR<ProductFacets | null>(path)
  return useLatestKnown(data ?? undefined)
}
