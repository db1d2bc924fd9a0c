import type { Preference } from '../../domain/product-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { toSearchFields, type SearchFieldsDocument } from '../../persistence/product.repository.ts'
import { anywhere, attemptsFor, searchesWithoutRarest, searchedMeanings } from '../search-attempts.ts'
import { SORTS, wordConditions, type Conditions } from './filters.ts'
import type { ProductQueries } from './product-queries.ts'
import { isPreferred, scoreOf, type Prefers } from './search-words.ts'
import type { WordUpdater } from './word-updater.ts'

/** How many matches are ranked by how well they fit: the first of the featured order. */
export const RANKED = 500

/** The products that a search finds, and its words. */
export interface FoundSearch {
  /** As they were typed, with a space between them. Compared with the beginnings of names and with categories. */
  readonly typed: string
  /** As they were looked for. */
  readonly words: readonly string[]
  readonly conditions: Conditions
  /** The words that were not left out; null when none was. */
  readonly kept: string | null
}

/** What a list without a search finds. */
export const EVERYTHING: FoundSearch = { typed: '', words: [], conditions: [], kept: null }

/** Finds products by the words that are stored with them. */
export interface TextSearch {
  /**
   * What a search finds; null when that is nothing.
   * @param mayLeaveOut whether its rarest words are left out when nothing has all of them
   */
  find(text: string, mayLeaveOut: boolean): Promise<FoundSearch | null>
  /** The matches that fit best, best first. @param conditions those beside the search */
  rank(search: FoundSearch, conditions: Conditions, prefer?: Preference): Promise<readonly SearchFieldsDocument[]>
}

export function createTextSearch(queries: ProductQueries, words: Pick<WordUpdater, 'settled'>): TextSearch {
  /** The strictest reading of a search that finds anything; null when none does. */
  async function tryFor(text: string, kept: string | null): Promise<FoundSearch | null> {
    for (const attempt of attemptsFor(text)) {
      if (attempt.typos) continue
      const conditions = wordConditions(attempt)
      if (await queries.findsAnything(conditions))
        return { typed: wordsOf(text).join(' '), words: attempt.words, conditions, kept }
    }
    return null
  }

  async function find(text: string, mayLeaveOut: boolean): Promise<FoundSearch | null> {
    await words.settled()
    const found = await tryFor(text, null)
    if (found !== null) return found
    const asked = mayLeaveOut ? searchedMeanings(text) : []
    const counts = await Promise.all(asked.map(({ word }) => queries.count(wordConditions(anywhere(word)))))
    for (const kept of searchesWithoutRarest(text, asked, counts)) {
      const fewer = await tryFor(kept, kept)
      if (fewer !== null) return fewer
    }
    return null
  }

  /**
   * What a search means: a category that is named as it is called goes before what the words mean otherwise.
   * @param found.areAll whether the matches are all of its products, among which are those of a category that it names
   */
  async function preferenceOf(
    typed: string,
    found: { readonly matches: readonly SearchFieldsDocument[]; readonly areAll: boolean },
    prefer: Preference | undefined,
  ): Promise<Prefers> {
    const isNamed = (category: string) => wordsOf(category).join(' ') === typed
    if (prefer === undefined || found.matches.some(({ category }) => isNamed(category))) return isNamed
    const isOfOthers = async () => (await queries.categories()).some(isNamed)
    if (!found.areAll && (await isOfOthers())) return isNamed
    return (category, choices) => isPreferred(category, choices, prefer)
  }

  async function rank(
    search: FoundSearch,
    conditions: Conditions,
    prefer?: Preference,
  ): Promise<readonly SearchFieldsDocument[]> {
    const best = { sort: SORTS.featured, skip: 0, limit: RANKED }
    const matches = await queries.list([...search.conditions, ...conditions], best)
    const areAll = conditions.length === 0 && matches.length < RANKED
    const prefers = await preferenceOf(search.typed, { matches, areAll }, prefer)
    return matches
      .map((match) => ({ match, score: scoreOf(toSearchFields(match), search, prefers) }))
      .sort((one, other) => other.score - one.score)
      .map(({ match }) => match)
  }

  return { find, rank }
}
