import type { Clock } from '#platform/clock'
import { bareTerm, type SearchMiss } from '../domain/visit.ts'
import type { SearchMissRepository } from '../persistence/search-miss.repository.ts'

const DAY_MS = 86_400_000
const MOST_LISTED = 50

/** Searches that found nothing, counted by their words alone whatever the visitor's choice. */
export interface SearchMissUseCases {
  /** The letters and digits of a search, as they are counted; null when it is none for staff to read. */
  bareTerm(term: string): string | null
  /** @param term as `bareTerm` returned it */
  count(term: string): Promise<void>
  /**
   * Those of a period, the most frequent first, at most 50.
   * @param days the number of UTC days until today; null for all that are stored
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
  const beginOfDay = (daysAgo: number) => new Date((Math.floor(clock.now().getTime() / DAY_MS) - daysAgo) * DAY_MS)
  return {
    bareTerm,
    count: (term) => misses.count(term, beginOfDay(0), clock.now()),
    list: (days) => misses.list(days === null ? null : beginOfDay(days - 1), MOST_LISTED),
  }
}
