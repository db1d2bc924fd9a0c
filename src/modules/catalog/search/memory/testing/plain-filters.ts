import { isWithin } from '../../../domain/measures.ts'
import { modelsOf, modelText } from '../../../domain/models.ts'
import { fits } from '../../../domain/product-facets.ts'
import { isInPriceRange, type ProductFilters } from '../../../domain/product-query.ts'
import type { SearchFields } from '../../../persistence/product.repository.ts'
import { facetsOf as readFacets } from '../../facets-of.ts'
import { measuresOf } from '../../measures-of.ts'
import { WEIGHT, weightsOf } from '../../weights.ts'

const knownFacets = new WeakMap<SearchFields, ReturnType<typeof readFacets>>()

/** What a product can be chosen by. */
export function facetsOf(product: SearchFields): ReturnType<typeof readFacets> {
  const facets = knownFacets.get(product) ?? readFacets(product)
  knownFacets.set(product, facets)
  return facets
}

/** Whether a list with these filters has a product. */
export function passes(
  product: SearchFields,
  {
    category,
    featured,
    business,
    brands,
    price,
    priceLimits,
    measures = {},
    except,
    inStock,
    models = [],
    choices,
  }: ProductFilters,
) {
  return (
    fits(facetsOf(product), choices) &&
    (category === undefined || product.category === category) &&
    (featured !== true || product.isFeatured) &&
    (business !== true || product.isBusinessProduct) &&
    (brands === undefined || brands.length === 0 || brands.includes(product.brand)) &&
    (price === undefined || isInPriceRange(product.priceCents, price)) &&
    (inStock !== true || product.inStock) &&
    (models.length === 0 || modelsOf(product).some(({ slug }) => models.includes(slug))) &&
    isWithin(measuresOf(product), measures) &&
    !except?.brands.includes(product.brand) &&
    !except?.choices.some((choice) => facetsOf(product).includes(choice)) &&
    !except?.words.some((word) => (weightsOf(product).get(word) ?? 0) > WEIGHT.description) &&
    isInPriceRange(product.priceCents, priceLimits ?? 'all')
  )
}

/** How many products have each model, as texts. */
export function modelCounts(products: readonly SearchFields[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of products.flatMap((product) => modelsOf(product).map(modelText)))
    counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** The filters that no choice of the panel changes. */
export function scopeOf({ featured, business, priceLimits, measures, except }: ProductFilters): ProductFilters {
  return { featured, business, priceLimits, measures, except }
}
