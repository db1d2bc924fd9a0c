import { beginOfDay } from '#platform/time/business-days'
import type { Clock } from '#platform/time/clock'
import { createSlowReadCache } from '#platform/concurrency/slow-read-cache'
import { partNumberIn, type PartNumber } from '../domain/part-number.ts'
import { addMisses, bareTerm, mostSearched, type SearchMiss } from '../domain/visit.ts'
import { KEPT_DAYS, type SearchMissRepository } from '../persistence/search-miss.repository.ts'

const MAX_LISTED = 50
/** Days that are summed up in one command, each of 300 terms at most: it must not grow with the years. */
const DAYS_AT_ONCE = 7
/** What more days are made of is kept for some minutes. */
const LONGEST_FRESH = 31

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
   * Those of a period, the most frequent first, at most 50; those of more than 31 days may be ten minutes old.
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
  const listsOfLongSpans = createSlowReadCache<readonly SearchMiss[]>()

  /** @param days their first moments */
  async function read(days: readonly Date[]): Promise<readonly SearchMiss[]> {
    const sums = new Map<string, SearchMiss>()
    for (let from = 0; from < days.length; from += DAYS_AT_ONCE)
      addMisses(sums, await misses.sum(days.slice(from, from + DAYS_AT_ONCE)))
    return mostSearched(sums.values(), MAX_LISTED)
  }

  return {
    bareTerm,
    partNumberIn,
    count: (term) => misses.count(term, beginOfDay(clock.now(), 0), clock.now()),
    async list(count) {
      const now = clock.now()
      // One more than are kept: they are deleted some time after they are too old.
      const days = Array.from({ length: count ?? KEPT_DAYS + 1 }, (_, earlier) => beginOfDay(now, earlier))
      if (days.length <= LONGEST_FRESH) return read(days)
      return listsOfLongSpans(`${days.length} days until ${days[0]?.toISOString()}`, () => read(days))
    },
  }
}
