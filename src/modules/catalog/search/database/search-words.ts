import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import { fold, wordsOf } from '../../domain/words.ts'
import type { SearchWords } from '../../persistence/product.model.ts'
import type { SearchFields } from '../../persistence/product.repository.ts'
import { facetsOf } from '../facets-of.ts'
import { WEIGHT, weightsOf } from '../weights.ts'

/** What is stored with a product, so that queries find and sort it. */
export function searchWordsOf(fields: SearchFields): Required<SearchWords> {
  const searchWords: string[] = []
  const descriptionWords: string[] = []
  for (const [word, weight] of weightsOf(fields))
    (weight === WEIGHT.description ? descriptionWords : searchWords).push(word)
  return {
    sortName: fold(fields.name),
    sortPageCost: orderedMillsOf(fields.costPerPage),
    isBestseller: fields.tags.includes('bestseller'),
    searchWords: searchWords.sort(),
    descriptionWords: descriptionWords.sort(),
    choices: facetsOf(fields),
  }
}

const EXACT = 16
const PREFIX = 10
const NAME_BEGINS = 2000
const IN_CATEGORY = 4000

/** How well a product that was found for these words fits; the higher the better. */
export function scoreOf(fields: SearchFields, words: readonly string[]): number {
  const forms = weightsOf(fields)
  const search = words.join(' ')
  let score = wordsOf(fields.name).join(' ').startsWith(search) ? NAME_BEGINS : 0
  if (wordsOf(fields.category).join(' ') === search) score += IN_CATEGORY
  for (const word of words) {
    let best = 0
    for (const [form, weight] of forms) {
      if (!form.startsWith(word)) continue
      best = Math.max(best, weight * (form === word ? EXACT : PREFIX + (EXACT - PREFIX) * (word.length / form.length)))
    }
    score += best
  }
  return score
}
