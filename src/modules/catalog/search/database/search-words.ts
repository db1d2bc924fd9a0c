import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import { fold } from '../../domain/words.ts'
import { isBestseller } from '../../domain/product.ts'
import { modelsOf, modelText } from '../../domain/models.ts'
import type { SearchWords } from '../../persistence/product-document.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { facetsOf } from '../facets-of.ts'
import { measuresOf } from '../measures-of.ts'
import { WEIGHT, weightsOf } from '../weights.ts'

/** What is stored with a product, so that queries find and sort it. */
export function searchWordsOf(fields: SearchFields): Required<SearchWords> {
  const choices = facetsOf(fields)
  const weights = weightsOf(fields, choices)
  const words = [...weights.keys()].sort()
  const searchWords = words.filter((word) => weights.get(word) !== WEIGHT.description)
  return {
    sortName: fold(fields.name),
    sortPageCost: orderedMillsOf(fields.costPerPage),
    isBestseller: isBestseller(fields),
    searchWords,
    // Each weight is one digit.
    wordWeights: searchWords.map((word) => weights.get(word)).join(''),
    descriptionWords: words.filter((word) => weights.get(word) === WEIGHT.description),
    choices,
    models: modelsOf(fields).map(modelText),
    ...measuresOf(fields),
  }
}
