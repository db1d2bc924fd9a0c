import { EVERY_VALUE, type ChoiceCounts, type FacetChoices } from '../domain/product-facets.ts'
import { makerOf, modelIn, type Model } from '../domain/models.ts'
import type { CountedModels, ProductFacets, ProductFilters } from '../domain/product-query.ts'
import { wordsOf } from '../domain/words.ts'
import { firstOf } from './first-of.ts'

const alphabetical = (a: string, b: string): number => (a < b ? -1 : 1)

/** Of many brands so many are shown, beside the chosen ones. */
const BRANDS_SHOWN = 200

/**
 * Visits the values that some product of the same category and search has, whatever else is chosen, in the order of the
 * alphabet, each with how many have it under all choices of other groups.
 */
export type EachCounted = (visit: (value: string, count: number) => void) => void

/** The counted brands, by their names. What has no brand is not counted. */
export function countedBrands(each: EachCounted): ProductFacets['brands'] {
  const brands: { brand: string; count: number }[] = []
  each((brand, count) => {
    if (brand !== '') brands.push({ brand, count })
  })
  return brands
}

/**
 * What the panel shows of the counted brands: those with the most products and those that are chosen, by their names.
 * Where a price list gives every product a brand of its own, all of them would be a list's page of 40 MB.
 */
export function shownBrands(
  counted: ProductFacets['brands'],
  chosen: readonly string[] = [],
): Pick<ProductFacets, 'brands' | 'moreBrands'> {
  const most = counted.length > BRANDS_SHOWN ? mostCounted(counted, chosen) : counted
  const moreBrands = counted.length - most.length
  const brands = withChosen(most, chosen)
  return { brands, moreBrands }
}

function withChosen(known: ProductFacets['brands'], chosen: readonly string[]): ProductFacets['brands'] {
  const missing = new Set(chosen.filter((brand) => brand !== '' && !known.some((each) => each.brand === brand)))
  if (missing.size === 0) return known
  const added = [...missing].map((brand) => ({ brand, count: 0 }))
  return [...known, ...added].sort((a, b) => alphabetical(a.brand, b.brand))
}

/** Those with the most products, by name where as many have as many, and those that are asked for; in their order. */
function mostCounted(counted: ProductFacets['brands'], chosen: readonly string[]): ProductFacets['brands'] {
  const asked = new Set(chosen)
  const at = (place: number) => counted[place] as ProductFacets['brands'][number]
  const places = Uint32Array.from(counted, (_, place) => place)
  const first = new Set(firstOf(places, BRANDS_SHOWN, (a, b) => at(b).count - at(a).count || a - b))
  return counted.filter(({ brand }, place) => first.has(place) || asked.has(brand))
}

/** The counted categories and the chosen one, by their names. */
export function countedCategories(each: EachCounted, chosen: string | undefined): ProductFacets['categories'] {
  const categories: { category: string; count: number }[] = []
  each((category, count) => categories.push({ category, count }))
  if (chosen === undefined || categories.some(({ category }) => category === chosen)) return categories
  return [...categories, { category: chosen, count: 0 }].sort((a, b) => alphabetical(a.category, b.category))
}

/**
 * Of every facet the values that some product of the same category and search has, and those that are chosen.
 * @param occurs whether any product has the choice at this place of `CHOICES`, whatever else is chosen
 * @param countOf how many products have it under all choices of other facets than its own
 */
export function countedChoices(
  occurs: (place: number) => boolean,
  countOf: (place: number) => number,
  asked: FacetChoices | undefined,
): ChoiceCounts {
  const counts: (number | null)[] = []
  for (let place = 0; place < EVERY_VALUE.length; place++) {
    const count = countOf(place)
    counts.push(count > 0 || occurs(place) || isAsked(place, asked) ? count : null)
  }
  return counts
}

function isAsked(place: number, asked: FacetChoices | undefined): boolean {
  const each = EVERY_VALUE[place]
  if (asked === undefined || each === undefined) return false
  return (asked[each.facet] as readonly string[] | undefined)?.includes(each.value) === true
}

/** Of many models so many are shown at once, beside the chosen ones. */
const MODELS_SHOWN = 8
const MAKERS_SHOWN = 6

/** A model that supplies in a list fit, with how many do under all choices but those of models. */
export interface ModelCount extends Model {
  readonly maker: string
  readonly count: number
}

/**
 * Suppliers write one model in several ways; the first name by the alphabet stands for all.
 * @param inScope the models of the category and search as `modelText` writes them, with how many products have each
 * @param counts how many have each under all choices but those of models
 */
export function modelsInScope(
  inScope: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
): readonly ModelCount[] {
  const models = new Map<string, { slug: string; name: string; count: number }>()
  for (const text of inScope.keys()) {
    const { slug, name } = modelIn(text)
    const count = counts.get(text) ?? 0
    const model = models.get(slug)
    if (model === undefined) models.set(slug, { slug, name, count })
    else {
      model.count += count
      if (name < model.name) model.name = name
    }
  }
  return Array.from(models.values(), (model) => ({ ...model, maker: makerOf(model.name) }))
}

/** What the panel shows of the models that supplies in a list fit, each once. */
export function countedModels(
  models: readonly ModelCount[],
  { models: chosen = [], modelsLike = '' }: ProductFilters,
): CountedModels {
  const words = wordsOf(modelsLike)
  const isLike = ({ slug }: Model) => words.every((word) => slug.replaceAll('-', '').includes(word))
  const asked = new Set(chosen)
  const others = models.filter((model) => !asked.has(model.slug) && isLike(model))
  const known = new Map(models.filter(({ slug }) => asked.has(slug)).map((model) => [model.slug, model]))
  const unknown = (slug: string) => ({ slug, name: slug.replaceAll('-', ' '), count: 0 })
  const taken = Array.from(asked, (slug) => known.get(slug) ?? unknown(slug))
  return {
    found: [...taken.sort(byCount), ...firstByCount(others, MODELS_SHOWN)].map(({ slug, name, count }) => ({
      slug,
      name,
      count,
    })),
    total: models.length,
    makers: makersOf(models),
  }
}

type Counted = CountedModels['found'][number]

const byCount = (a: Counted, b: Counted): number => b.count - a.count || alphabetical(a.name, b.name)

/** Without sorting the others: of 5,000 models that took most of the time. */
function firstByCount(models: readonly Counted[], most: number): readonly Counted[] {
  const at = (i: number) => models[i] as Counted
  const places = new Uint32Array(models.length)
  for (let i = 0; i < places.length; i++) places[i] = i
  return [...firstOf(places, most, (a, b) => byCount(at(a), at(b)))].map(at)
}

function makersOf(models: readonly ModelCount[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { maker } of models) counts.set(maker, (counts.get(maker) ?? 0) + 1)
  return [...counts]
    .sort(([a, some], [b, others]) => others - some || alphabetical(a, b))
    .slice(0, MAKERS_SHOWN)
    .map(([maker]) => maker)
}
