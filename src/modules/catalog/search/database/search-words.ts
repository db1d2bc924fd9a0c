import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import { fold } from '../../domain/words.ts'
import { isBestseller } from '../../domain/product.ts'
import { modelsOf, modelText } from '../../domain/models.ts'
import type { SearchWords } from '../../persistence/product.model.ts'
import type { SearchFields } from '../../persistence/product.repository.ts'
import { facetsOf } from '../facets-of.ts'
import { measuresOf } from '../measures-of.ts'
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
