import { MEASURES, type Measure, type MeasureLimits } from '../../domain/measures.ts'
import type { PriceLimits } from '../../domain/price-limits.ts'
import { chosenOf, FACET_NAMES } from '../../domain/product-facets.ts'
import {
  limitsOf,
  type Exclusions,
  type FilterGroup,
  type PriceRange,
  type ProductFilters,
  type ProductSort,
} from '../../domain/product-query.ts'
import { LOW_STOCK, type StaffProductQuery, type StaffProductSort } from '../../domain/staff-query.ts'
import type { SearchAttempt } from '../search-attempts.ts'
import { WEIGHT } from '../weights.ts'

/** Conditions on stored products, all of which must hold. Texts in it are compared with, never read as operators. */
export type Conditions = readonly object[]
/** What products are sorted by, the first key first. */
export type Sort = Readonly<Record<string, 1 | -1>>

/** The orders of the listing and of the staff's table; the id last, so that pages never overlap. */
export const SORTS: Readonly<Record<ProductSort | StaffProductSort, Sort>> = {
  featured: { isFeatured: -1, isBestseller: -1, rating: -1, _id: 1 },
  'price-low': { priceCents: 1, _id: 1 },
  'price-high': { priceCents: -1, _id: 1 },
  name: { sortName: 1, _id: 1 },
  rating: { rating: -1, _id: 1 },
  'page-cost': { sortPageCost: 1, _id: 1 },
  newest: { _id: -1 },
  'stock-low': { stockQuantity: 1, _id: 1 },
  'stock-high': { stockQuantity: -1, _id: 1 },
  updated: { updatedAt: -1, _id: 1 },
}

/** Above every word that begins with the same letters, as the database compares texts. */
const LAST_LETTER = '\u{10ffff}'

/** The products in which every word is found, exactly or as the beginning of a word. */
export function wordConditions({ words, leastWeight }: SearchAttempt): Conditions {
  return words.map((word) => {
    const begins = { $elemMatch: { $gte: word, $lt: word + LAST_LETTER } }
    return leastWeight > WEIGHT.description
      ? { searchWords: begins }
      : { $or: [{ searchWords: begins }, { descriptionWords: begins }] }
  })
}

/** The filters that belong to no group of the filter panel. */
export function generalConditions({
  featured,
  business,
  priceLimits,
  measures = {},
  except,
}: ProductFilters): Conditions {
  return [
    ...(featured === true ? [{ isFeatured: true }] : []),
    ...(business === true ? [{ isBusinessProduct: true }] : []),
    ...rangeConditions('priceCents', priceLimits),
    ...MEASURES.flatMap((measure) => measureConditions(measure, measures[measure])),
    ...(except === undefined ? [] : exclusionConditions(except)),
  ]
}

function exclusionConditions({ brands, choices, words }: Exclusions): Conditions {
  return [
    ...(brands.length === 0 ? [] : [{ brand: { $nin: [...brands] } }]),
    ...(choices.length === 0 ? [] : [{ choices: { $nin: [...choices] } }]),
    ...(words.length === 0 ? [] : [{ searchWords: { $nin: [...words] } }]),
  ]
}

/** What is chosen, group by group; groups without a choice are left out. */
export function groupConditions(filters: ProductFilters): ReadonlyMap<FilterGroup, Conditions> {
  const { category, price, brands = [], inStock, models = [], choices } = filters
  const groups: readonly (readonly [FilterGroup, Conditions])[] = [
    ['category', category === undefined ? [] : [{ category }]],
    ['price', price === undefined ? [] : priceConditions(price)],
    ['brand', brands.length === 0 ? [] : [{ brand: { $in: [...brands] } }]],
    ['stock', inStock === true ? [{ inStock: true }] : []],
    ['model', models.length === 0 ? [] : [{ $or: models.map(fitsModel) }]],
    ...FACET_NAMES.map((facet) => {
      const chosen = chosenOf(choices, facet)
      return [facet, chosen.length === 0 ? [] : [{ choices: { $in: [...chosen] } }]] as const
    }),
  ]
  return new Map(groups.filter(([, conditions]) => conditions.length > 0))
}

/** No product is stored with this. */
export const NOTHING = { _id: -1 }

/**
 * The texts of `modelText` with this slug: '!' comes after the space. What a visitor sends may have a space, a slug has
 * none.
 */
function fitsModel(slug: string): object {
  return slug.includes(' ') ? NOTHING : { models: { $elemMatch: { $gte: `${slug} `, $lt: `${slug}!` } } }
}

export function priceConditions(price: PriceRange | PriceLimits): Conditions {
  return rangeConditions('priceCents', limitsOf(price))
}

function measureConditions(measure: Measure, limits: MeasureLimits = {}): Conditions {
  const conditions = rangeConditions(measure, limits)
  if (limits.orUnknown !== true || conditions.length === 0) return conditions
  return [{ $or: [{ [measure]: null }, { $and: conditions }] }]
}

function rangeConditions(field: 'priceCents' | Measure, { least, most }: PriceLimits | MeasureLimits = {}): Conditions {
  return [
    ...(least === undefined ? [] : [{ [field]: { $gte: least } }]),
    ...(most === undefined ? [] : [{ [field]: { $lte: most } }]),
  ]
}

/** What the staff's table filters by. */
export function staffConditions({ category, stock }: StaffProductQuery): Conditions {
  return [
    ...(category === undefined ? [] : [{ category }]),
    ...(stock === undefined ? [] : [{ inStock: stock !== 'out' }]),
    ...(stock === 'low' ? [LOW] : []),
  ]
}

/** Of products in stock those with few pieces left. */
export const LOW = { stockQuantity: { $gt: 0, $lte: LOW_STOCK } }
