import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import { fold, wordsOf } from '../../domain/words.ts'
import { isBestseller } from '../../domain/product.ts'
import { modelsOf, modelText } from '../../domain/models.ts'
import { fits, type Choice } from '../../domain/product-facets.ts'
import type { Preference } from '../../domain/product-query.ts'
import type { SearchWords } from '../../persistence/product.model.ts'
import type { SearchFields } from '../../persistence/product.repository.ts'
import { facetsOf } from '../facets-of.ts'
import { measuresOf } from '../measures-of.ts'
import { factorOfBeginning, NAME_BEGINS, PREFERRED } from '../scores.ts'
import { WEIGHT, weightsOf } from '../weights.ts'

/** What is stored with a product, so that queries find and sort it. */
export function searchWordsOf(fields: SearchFields): Required<SearchWords> {
  const searchWords: string[] = []
  const descriptionWords: string[] = []
  const choices = facetsOf(fields)
  for (const [word, weight] of weightsOf(fields, choices))
    (weight === WEIGHT.description ? descriptionWords : searchWords).push(word)
  return {
    sortName: fold(fields.name),
    sortPageCost: orderedMillsOf(fields.costPerPage),
    isBestseller: isBestseller(fields),
    searchWords: searchWords.sort(),
    descriptionWords: descriptionWords.sort(),
    choices,
    models: modelsOf(fields).map(modelText),
    ...measuresOf(fields),
  }
}

/** Whether a product of this category with these choices is of the kind that a search means. */
export type Prefers = (category: string, choices: readonly Choice[]) => boolean

/**
 * How well a product that was found for a search fits; the higher the better.
 * @param search.typed its words as they were typed, with a space between them
 * @param search.words those that were looked for
 */
export function scoreOf(
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
export function isPreferred(category: string, own: readonly Choice[], prefer: Preference): boolean {
  return Object.keys(prefer.choices).length === 0 ? category === prefer.category : fits(own, prefer.choices)
}
