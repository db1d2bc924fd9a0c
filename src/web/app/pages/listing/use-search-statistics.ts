import type { SearchReading } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { countFilters } from '../../../features/catalog/listing-query.ts'
import type { ProductPage } from '../../../features/catalog/use-products.ts'
import { useShopStatistics } from '../../../features/consent/use-shop-statistics.ts'

interface Counted {
  readonly total: number | undefined
  readonly reading: SearchReading | undefined
  /** Whether the counts are still those of the list before. */
  readonly areFacetsPrevious: boolean
}

/** Counts a search once, as it was asked: not for its second page, nor for every filter ticked afterwards. */
export function useSearchStatistics(query: ListingQuery, answer: ProductPage, counted: Counted): void {
  const { total, reading, areFacetsPrevious } = counted
  const term = query.page === 1 && countFilters(query) === 0 ? query.search : null
  const found = answer.isPrevious || answer.error ? undefined : answer.data?.length
  // What has only some of the words is not what was searched for.
  const isMiss = found === 0 || typeof reading?.kept === 'string'
  useShopStatistics(
    term === null || found === undefined || areFacetsPrevious
      ? null
      : { type: 'search', term, results: isMiss ? 0 : (total ?? found) },
  )
}
