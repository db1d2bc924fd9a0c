import { fits, type Choice } from '../../domain/product-facets.ts'
import type { Preference } from '../../domain/product-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { toSearchFields, type SearchFields, type SearchFieldsDocument } from '../../persistence/product.repository.ts'
import { facetsOf } from '../facets-of.ts'
import { factorOfBeginning, NAME_BEGINS, PREFERRED } from '../scores.ts'
import { weightsOf } from '../weights.ts'
import { SORTS, type Conditions } from './filters.ts'
import type { ProductQueries } from './product-queries.ts'
import type { FoundSearch } from './text-search.ts'

/** How many matches are ranked by how well they fit: the first of the featured order. */
export const RANKED = 500

/** The matches of a search that fit best, best first. @param conditions those beside the search */
export type RankMatches = (
  search: FoundSearch,
  conditions: Conditions,
  prefer?: Preference,
) => Promise<readonly SearchFieldsDocument[]>

export function createRankMatches(queries: Pick<ProductQueries, 'list' | 'categories'>): RankMatches {
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

  return async function rankMatches(search, conditions, prefer) {
    const best = { sort: SORTS.featured, skip: 0, limit: RANKED }
    const matches = await queries.list([...search.conditions, ...conditions], best)
    const areAll = conditions.length === 0 && matches.length < RANKED
    const prefers = await preferenceOf(search.typed, { matches, areAll }, prefer)
    return matches
      .map((match) => ({ match, score: scoreOf(toSearchFields(match), search, prefers) }))
      .sort((one, other) => other.score - one.score)
      .map(({ match }) => match)
  }
}

/** Whether a product of this category with these choices is of the kind that a search means. */
type Prefers = (category: string, choices: readonly Choice[]) => boolean

/**
 * How well a product that was found for a search fits; the higher the better.
 * @param search.typed its words as they were typed, with a space between them
 * @param search.words those that were looked for
 */
function scoreOf(
  fields: SearchFields,
  { typed, words }: { readonly typed: string; readonly words: readonly string[] },
  prefers: Prefers,
): number {
  const choices = facetsOf(fields)
  const forms = weightsOf(fields, choices)
  let score = wordsOf(fields.name).join(' ').startsWith(typed) ? NAME_BEGINS : 0
  if (prefers(fields.category, choices)) score += PREFERRED
  for (const word of words) {
    let best = 0
    for (const [form, weight] of forms) {
      if (form.startsWith(word)) best = Math.max(best, weight * factorOfBeginning(word.length, form.length))
    }
    score += best
  }
  return score
}

/** Whether a product is of the kind that the words of a search mean: with its choices, or of its category without any. */
function isPreferred(category: string, own: readonly Choice[], prefer: Preference): boolean {
  return Object.keys(prefer.choices).length === 0 ? category === prefer.category : fits(own, prefer.choices)
}
