import { fits, type Choice } from '../../domain/product-facets.ts'
import type { Preference } from '../../domain/product-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { factorOfBeginning, NAME_BEGINS, PREFERRED } from '../scores.ts'
import { WEIGHT } from '../weights.ts'
import { SORTS, type Conditions } from './filters.ts'
import type { ListedDocument, ProductQueries } from './product-queries.ts'
import type { FoundSearch } from './text-search.ts'

/** How many matches are ranked by how well they fit: the first of the featured order. */
export const RANKED = 500

interface RankedPart {
  readonly conditions: Conditions
  readonly prefer: Preference | undefined
  readonly end: number
}

const RANKED_ALONE: RankedPart = { conditions: [], prefer: undefined, end: RANKED }

/**
 * What a search means: a category that is named as it is called goes before what the words mean otherwise.
 * @param found.areAll whether the matches are all of its products, among which are those of a category that it names
 */
async function preferenceOf(
  queries: ProductQueries,
  typed: string,
  found: { readonly matches: readonly ListedDocument[]; readonly areAll: boolean },
  prefer: Preference | undefined,
): Promise<Prefers> {
  const isNamed = (category: string) => wordsOf(category).join(' ') === typed
  if (prefer === undefined || found.matches.some(({ category }) => isNamed(category))) return isNamed
  const isOfOthers = async () => (await queries.categories()).some(isNamed)
  if (!found.areAll && (await isOfOthers())) return isNamed
  return (category, choices) => isPreferred(category, choices, prefer)
}

/**
 * The matches of a search that fit best, best first, by the words that are stored with them: to read their texts again
 * would take some 40 ms of the processor for each search, and seconds where they are long. Behind them come further ones
 * in the featured order.
 * @param part.conditions those beside the search
 * @param part.end how many are wanted of all of them (default: those that are ranked)
 */
export async function rankMatches(
  queries: ProductQueries,
  search: FoundSearch,
  { conditions, prefer, end }: RankedPart = RANKED_ALONE,
): Promise<readonly ListedDocument[]> {
  const first = { sort: SORTS.featured, skip: 0, limit: Math.max(RANKED, end) }
  const found = await queries.list([...search.conditions, ...conditions], first)
  const matches = found.slice(0, RANKED)
  const areAll = conditions.length === 0 && matches.length < RANKED
  const prefers = await preferenceOf(queries, search.typed, { matches, areAll }, prefer)
  const best = matches
    .map((match) => ({ match, score: scoreOf(match, search, prefers) }))
    .sort((one, other) => other.score - one.score)
    .map(({ match }) => match)
  return [...best, ...found.slice(RANKED)].slice(0, end)
}

/** Whether a product of this category with these choices is of the kind that a search means. */
type Prefers = (category: string, choices: readonly Choice[]) => boolean

/**
 * How well a product that was found for a search fits; the higher the better.
 * @param search.typed its words as they were typed, with a space between them
 * @param search.words those that were looked for
 */
function scoreOf(
  { name, category, choices = [], searchWords = [], wordWeights = '', descriptionWords = [] }: ListedDocument,
  { typed, words }: { readonly typed: string; readonly words: readonly string[] },
  prefers: Prefers,
): number {
  let score = wordsOf(name).join(' ').startsWith(typed) ? NAME_BEGINS : 0
  if (prefers(category, choices as readonly Choice[])) score += PREFERRED
  for (const word of words)
    score += Math.max(
      bestOf(word, searchWords, (place) => Number(wordWeights[place] ?? WEIGHT.specification)),
      bestOf(word, descriptionWords, () => WEIGHT.description),
    )
  return score
}

/** How well the best of a product's words fits one that it begins with. @param own in order */
function bestOf(word: string, own: readonly string[], weightAt: (place: number) => number): number {
  let best = 0
  for (let place = firstFrom(word, own); own[place]?.startsWith(word) === true; place++)
    best = Math.max(best, weightAt(place) * factorOfBeginning(word.length, own[place]?.length ?? 0))
  return best
}

/** The place of the first text that is not before this one. */
function firstFrom(text: string, ordered: readonly string[]): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ordered[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}

/** Whether a product is of the kind that the words of a search mean: with its choices, or of its category without any. */
function isPreferred(category: string, own: readonly Choice[], prefer: Preference): boolean {
  return Object.keys(prefer.choices).length === 0 ? category === prefer.category : fits(own, prefer.choices)
}
