import {
  CHOICES,
  chosenOf,
  EVERY_VALUE,
  FACET_NAMES,
  SHORTCUT_NAMES,
  SHORTCUTS,
  type Choice,
  type FacetName,
  type Shortcut,
} from '../../domain/product-facets.ts'
import {
  asksForModels,
  PRICE_RANGES,
  type FilterGroup,
  type ProductFacets,
  type ProductFilters,
} from '../../domain/product-query.ts'
import {
  countedBrands,
  countedCategories,
  countedChoices,
  countedModels,
  modelsInScope,
  shownBrands,
  type EachCounted,
} from '../panel-counts.ts'
import { generalConditions, groupConditions, priceConditions, type Conditions } from './filters.ts'

/** What counts stored products. */
export interface Counting {
  /** How many products meet all of the conditions. */
  count(conditions: Conditions): Promise<number>
  /** How often each value of a field occurs among the products that meet all of the conditions. */
  countBy(
    field: 'brand' | 'category' | 'choices' | 'models',
    conditions: Conditions,
  ): Promise<ReadonlyMap<string, number>>
}

/** Counts the products that each choice of the filter panel would leave. @param found the conditions of the search */
export async function countFacets(
  { count, countBy }: Counting,
  found: Conditions,
  filters: ProductFilters,
): Promise<ProductFacets> {
  const general = [...found, ...generalConditions(filters)]
  const groups = groupConditions(filters)
  const beside = (...left: readonly FilterGroup[]): Conditions => [
    ...general,
    ...[...groups].flatMap(([group, conditions]) => (left.includes(group) ? [] : conditions)),
  ]
  const whole = countBy('choices', beside())
  const scope = [...general, ...(groups.get('category') ?? [])]
  const countsOf = (facet: FacetName) => (groups.has(facet) ? countBy('choices', beside(facet)) : whole)
  /** One choice alone was counted with its facet. */
  async function countShortcut(shortcut: Shortcut): Promise<number> {
    const choice = onlyChoiceOf(shortcut)
    if (choice === null) return count(shortcutConditions(shortcut, beside))
    return (await countsOf(choice.facet)).get(choice.choice) ?? 0
  }

  const [total, inStock, brandsInScope, brands, inScope, categories, choicesInScope, facets, ranges, shortcuts] =
    await Promise.all([
      count(beside()),
      count([...beside('stock'), { inStock: true }]),
      countBy('brand', scope),
      countBy('brand', beside('brand')),
      countBy('category', general),
      countBy('category', beside('category')),
      countBy('choices', scope),
      Promise.all(FACET_NAMES.map(countsOf)),
      Promise.all(PRICE_RANGES.map((range) => count([...beside('price'), ...priceConditions(range)]))),
      Promise.all(SHORTCUT_NAMES.map((name) => countShortcut(SHORTCUTS[name]))),
    ])

  const models = asksForModels(filters)
    ? countedModels(modelsInScope(await countBy('models', scope), await countBy('models', beside('model'))), filters)
    : null
  return {
    total,
    ...shownBrands(countedBrands(eachOf(brandsInScope, brands)), filters.brands),
    priceRanges: PRICE_RANGES.map((range, i) => ({ range, count: ranges[i] ?? 0 })),
    inStock,
    categories: countedCategories(eachOf(inScope, categories), filters.category),
    choices: countedChoices(
      (place) => choicesInScope.has(CHOICES[place] ?? ''),
      (place) => facets[facetOf(place)]?.get(CHOICES[place] ?? '') ?? 0,
      filters.choices,
    ),
    shortcuts,
    ...(models !== null && { models }),
  }
}

function eachOf(scope: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): EachCounted {
  return (visit) => {
    for (const value of [...scope.keys()].sort()) visit(value, counts.get(value) ?? 0)
  }
}

/** The place of the facet in `FACET_NAMES` that the choice at a place of `CHOICES` belongs to. */
function facetOf(place: number): number {
  return FACET_NAMES.findIndex((facet) => facet === EVERY_VALUE[place]?.facet)
}

function onlyChoiceOf(shortcut: Shortcut): { readonly facet: FacetName; readonly choice: Choice } | null {
  if ('price' in shortcut) return null
  const chosen = (Object.keys(shortcut.choices) as FacetName[]).flatMap((facet) =>
    chosenOf(shortcut.choices, facet).map((choice) => ({ facet, choice })),
  )
  return chosen.length === 1 ? (chosen[0] ?? null) : null
}

function shortcutConditions(shortcut: Shortcut, beside: (...left: readonly FilterGroup[]) => Conditions): Conditions {
  if ('price' in shortcut) return [...beside('price'), ...priceConditions(shortcut.price)]
  const facets = Object.keys(shortcut.choices) as FacetName[]
  return [
    ...beside(...facets),
    ...facets.map((facet) => ({ choices: { $in: [...chosenOf(shortcut.choices, facet)] } })),
  ]
}
