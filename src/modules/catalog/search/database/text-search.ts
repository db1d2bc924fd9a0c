import { isSearch } from '../../domain/product-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { anywhere, attemptsFor, searchesWithoutRarest, searchedMeanings } from '../search-attempts.ts'
import { wordConditions, type Conditions } from './filters.ts'
import type { ProductQueries } from './product-queries.ts'

/** The products that a search finds, and its words. */
export interface FoundSearch {
  /** As they were typed, with a space between them. Compared with the beginnings of names and with categories. */
  readonly typed: string
  /** As they were looked for; none for a list without a search. */
  readonly words: readonly string[]
  readonly conditions: Conditions
  /** The words that were not left out; null when none was. */
  readonly kept: string | null
}

/** What a list without a search finds. */
const EVERYTHING: FoundSearch = { typed: '', words: [], conditions: [], kept: null }

/** The strictest reading of a search that finds anything; null when none does. */
async function tryFor(queries: ProductQueries, text: string, kept: string | null): Promise<FoundSearch | null> {
  for (const attempt of attemptsFor(text)) {
    if (attempt.typos) continue
    const conditions = wordConditions(attempt)
    if (await queries.findsAnything(conditions))
      return { typed: wordsOf(text).join(' '), words: attempt.words, conditions, kept }
  }
  return null
}

/**
 * What a search finds by the words that are stored with products; null when that is nothing.
 * @param mayLeaveOut whether its rarest words are left out when nothing has all of them
 */
export async function findMatches(
  queries: ProductQueries,
  text: string | undefined,
  mayLeaveOut: boolean,
): Promise<FoundSearch | null> {
  if (!isSearch(text)) return EVERYTHING
  const found = await tryFor(queries, text, null)
  if (found !== null || !mayLeaveOut) return found
  const asked = searchedMeanings(text)
  if (asked.length < 2) return null
  const counts = await Promise.all(asked.map(({ word }) => queries.count(wordConditions(anywhere(word)))))
  for (const kept of searchesWithoutRarest(text, asked, counts)) {
    const fewer = await tryFor(queries, kept, kept)
    if (fewer !== null) return fewer
  }
  return null
}
