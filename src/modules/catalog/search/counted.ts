import {
  choiceOf,
  FACET_NAMES,
  FACETS,
  type Choice,
  type FacetChoices,
  type FacetCounts,
  type FacetName,
} from '../domain/product-facets.ts'
import type { ProductFacets } from '../domain/product-query.ts'

const EVERY_CHOICE = FACET_NAMES.flatMap((facet) =>
  FACETS[facet].map((value) => ({ facet, value, choice: choiceOf(facet, value) })),
)

const alphabetical = (a: string, b: string): number => (a < b ? -1 : 1)

/**
 * The brands that some product of the same category and search has, and the chosen ones, by their names. What has no
 * brand is not counted.
 * @param inScope how many products each has whatever else is chosen
 * @param counts how many each has under all choices but those of brands
 */
export function countedBrands(
  inScope: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[] = [],
): ProductFacets['brands'] {
  const names = new Set([...chosen, ...inScope.keys()].filter((brand) => brand !== ''))
  return [...names].sort(alphabetical).map((brand) => ({ brand, count: counts.get(brand) ?? 0 }))
}

/**
 * The categories, by their names.
 * @param inScope how many products each has within the same search, whatever else is chosen
 * @param counts how many each has under all other choices
 */
export function countedCategories(
  inScope: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
  chosen: string | undefined,
): ProductFacets['categories'] {
  const names = new Set([...inScope.keys(), ...(chosen === undefined ? [] : [chosen])])
  return [...names].sort(alphabetical).map((category) => ({ category, count: counts.get(category) ?? 0 }))
}

/**
 * Of every facet the values that some product of the same category and search has, and those that are chosen.
 * @param occurs whether any product has it, whatever else is chosen
 * @param countOf how many products have it under all choices of other facets than its own
 */
export function countedChoices(
  occurs: (choice: Choice) => boolean,
  countOf: (choice: Choice, facet: FacetName) => number,
  asked: FacetChoices | undefined,
): FacetCounts {
  const counted: Partial<Record<FacetName, Record<string, number>>> = {}
  for (const { choice, facet, value } of EVERY_CHOICE) {
    const count = countOf(choice, facet)
    const isChosen = (asked?.[facet] as readonly string[] | undefined)?.includes(value) === true
    if (count > 0 || isChosen || occurs(choice)) (counted[facet] ??= {})[value] = count
  }
  return counted
}

export function recordOf<Key extends string>(
  keys: readonly Key[],
  valueOf: (key: Key) => number,
): Readonly<Record<Key, number>> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, number>
}
