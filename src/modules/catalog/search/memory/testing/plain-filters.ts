import { isWithin } from '../../../domain/measures.ts'
import { modelsOf, modelText } from '../../../domain/models.ts'
import { fits } from '../../../domain/product-facets.ts'
import { isInPriceRange, type ProductFilters } from '../../../domain/product-query.ts'
import type { SearchFields } from '../../../persistence/product-mapping.ts'
import { facetsOf as readFacets } from '../../facets-of.ts'
import { measuresOf as readMeasures } from '../../measures-of.ts'
import { WEIGHT, weightsOf as readWeights } from '../../weights.ts'

/** Reads a product once: it is looked at for every filter of every list. */
function once<Read>(read: (product: SearchFields) => Read): (product: SearchFields) => Read {
  const known = new WeakMap<SearchFields, { readonly value: Read }>()
  return (product) => {
    const kept = known.get(product) ?? { value: read(product) }
    known.set(product, kept)
    return kept.value
  }
}

/** What a product can be chosen by. */
export const facetsOf = once(readFacets)
/** What a search finds a product by, each word with its weight. */
export const weightsOf = once(readWeights)
const measuresOf = once(readMeasures)

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
