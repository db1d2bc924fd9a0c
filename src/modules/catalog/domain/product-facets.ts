import { SUPPLY_COLORS } from './cost-per-page.ts'
import type { PriceLimits } from './price-limits.ts'

/** What is read from the facts of a product, in whatever way its supplier writes them. */
const FACETS_OF_FACTS = {
  technology: ['laser', 'inkjet', 'ink-tank', 'dye-sublimation', 'zero-ink', 'thermal', 'impact'],
  /** Whether it prints in color. */
  color: ['yes', 'no'],
  /** Whether it prints on both sides by itself. */
  duplex: ['yes'],
  function: ['print', 'copy', 'scan', 'fax'],
  connection: ['wifi', 'ethernet', 'usb', 'bluetooth'],
  /** The largest paper, smallest class first; rolls are those of receipts and labels. */
  paper: ['roll', 'photo', 'letter', 'tabloid', 'large'],
  /** Pages a minute, slowest class first. */
  speed: ['under-20', '20-34', '35-49', '50-up'],
} as const

/** What people choose a product by, and the few values of each. A product may have several values of one facet, or none. */
export const FACETS = {
  ...FACETS_OF_FACTS,
  /** What a page costs in cents, cheapest class first; of machines whose supplies are known. */
  pageCost: ['under-2', '2-4', '5-up'],
  /** What a supply prints. */
  ink: SUPPLY_COLORS,
  /** How many pages, prints or labels a supply is good for. */
  yield: ['under-500', '500-1999', '2000-4999', '5000-up'],
} as const

export type FactFacetName = keyof typeof FACETS_OF_FACTS
export const FACT_FACET_NAMES = Object.keys(FACETS_OF_FACTS) as FactFacetName[]

export type FacetName = keyof typeof FACETS
export type FacetValue<Name extends FacetName = FacetName> = (typeof FACETS)[Name][number]
export type FacetChoices = { readonly [Name in FacetName]?: readonly FacetValue<Name>[] }

/** A facet and one of its values as one text: "technology=laser". */
export type Choice = `${FacetName}=${FacetValue}`

export const FACET_NAMES = Object.keys(FACETS) as FacetName[]

/** Of these a product has several, and none excludes another. */
export const SEVERAL_VALUED: readonly FacetName[] = ['connection', 'function']

const TEXTS = new Map<FacetName, ReadonlyMap<FacetValue, Choice>>(
  FACET_NAMES.map((facet) => [facet, new Map(FACETS[facet].map((value) => [value, `${facet}=${value}` as Choice]))]),
)

export interface ValueOfFacet {
  readonly facet: FacetName
  readonly value: FacetValue
}

/** Every value of every facet, in their order. */
export const EVERY_VALUE: readonly ValueOfFacet[] = FACET_NAMES.flatMap((facet) =>
  FACETS[facet].map((value) => ({ facet, value })),
)

/** The same as texts. */
export const CHOICES: readonly Choice[] = EVERY_VALUE.map(({ facet, value }) => choiceOf(facet, value))

/** How many products have each choice, in the order of `CHOICES`; null where the filter panel does not show it. */
export type ChoiceCounts = readonly (number | null)[]

/** A value of a facet as filters and counts name it: "duplex=yes". */
export function choiceOf(facet: FacetName, value: FacetValue): Choice {
  return TEXTS.get(facet)?.get(value) ?? `${facet}=${value}`
}

/** What is chosen of one facet. */
export function chosenOf(choices: FacetChoices | undefined, facet: FacetName): readonly Choice[] {
  return (choices?.[facet] ?? []).map((value) => choiceOf(facet, value))
}

/** Whether a product with these choices has at least one of the values asked for of each facet. */
export function fits(own: readonly Choice[], asked: FacetChoices | undefined): boolean {
  return FACET_NAMES.every((facet) => {
    const chosen = chosenOf(asked, facet)
    return chosen.length === 0 || chosen.some((choice) => own.includes(choice))
  })
}

export const SHORTCUT_NAMES = ['color-laser', 'duplex', 'up-to-400', 'copies', 'wifi', 'large-paper'] as const
export type ShortcutName = (typeof SHORTCUT_NAMES)[number]

/** Values of facets, or limits of the price. */
export type Shortcut = { readonly choices: FacetChoices } | { readonly price: PriceLimits }

/** What many people ask for at once, in one press. */
export const SHORTCUTS: Readonly<Record<ShortcutName, Shortcut>> = {
  'color-laser': { choices: { technology: ['laser'], color: ['yes'] } },
  duplex: { choices: { duplex: ['yes'] } },
  'up-to-400': { price: { most: 40_000 } },
  copies: { choices: { function: ['copy'] } },
  wifi: { choices: { connection: ['wifi'] } },
  'large-paper': { choices: { paper: ['tabloid', 'large'] } },
}
