import { beginOfDay } from '#platform/business-days'
import type { Clock } from '#platform/clock'
import { partNumberIn, type PartNumber } from '../domain/part-number.ts'
import { bareTerm, type SearchMiss } from '../domain/visit.ts'
import type { SearchMissRepository } from '../persistence/search-miss.repository.ts'

const MAX_LISTED = 50

/** Searches that found nothing, counted by their words alone whatever the visitor's choice. */
export interface SearchMissUseCases {
  /**
   * The letters and digits of a search, as they are counted; null when it is none for staff to read.
   * @param known.isPart whether a number in it is known to be one of a part, and not of somebody
   */
  bareTerm(term: string, known?: { readonly isPart: boolean }): string | null
  /** The number in a search that may be one of a part, which the catalog can tell; null when it may not. */
  partNumberIn(term: string): PartNumber | null
  /** @param term as `bareTerm` returned it */
  count(term: string): Promise<void>
  /**
   * Those of a period, the most frequent first, at most 50.
   * @param days the number of days until today, by the shop's clock; null for all that are stored
   */
  list(days: number | null): Promise<readonly SearchMiss[]>
}

export function createSearchMissUseCases({
  clock,
  misses,
}: {
  readonly clock: Clock
  readonly misses: SearchMissRepository
}): SearchMissUseCases {
  return {
    bareTerm,
    partNumberIn,
    count: (term) => misses.count(term, beginOfDay(clock.now(), 0), clock.now()),
    list: (days) => misses.list(days === null ? null : beginOfDay(clock.now(), days - 1), MAX_LISTED),
  }
}
