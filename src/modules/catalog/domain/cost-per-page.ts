/**
 * What a supply prints: one of the four inks or toners; `color` for cyan, magenta and yellow in one piece or pack; `all`
 * for a set that makes the whole picture, such as a ribbon with its paper.
 */
export const SUPPLY_COLORS = ['black', 'cyan', 'magenta', 'yellow', 'color', 'all'] as const
export type SupplyColor = (typeof SUPPLY_COLORS)[number]

/** What a page costs in mills, tenths of a cent; null where it is not known. */
export interface CostPerPage {
  /** A page in black alone. */
  readonly blackMills: number | null
  /** A page in color, with its black; for a photo printer one print. */
  readonly colorMills: number | null
}

/** A supply as far as the cost of a page is worked out from it. */
export interface CostedSupply {
  readonly id: number
  readonly priceCents: number
  readonly pageYield: number | null
  readonly supplyColor: SupplyColor | null
}

/** The cost of a page with the supplies that it is the sum of. */
export interface PageSum<Supply extends CostedSupply = CostedSupply> {
  readonly mills: number
  readonly supplies: readonly Supply[]
}

/** The sums behind the cost of a page; null where a supply is missing or says no yield. */
export interface PageSums<Supply extends CostedSupply = CostedSupply> {
  readonly black: PageSum<Supply> | null
  readonly color: PageSum<Supply> | null
}

const SEPARATE_INKS = ['cyan', 'magenta', 'yellow'] as const

/**
 * What a page costs with these supplies, each at its price through its yield (the usual 5 % coverage of each color). Of
 * several supplies of a color the one with the cheapest page counts, so that a high-yield variant goes before the usual
 * one. Supplies without a price or a yield do not count; whether they are in stock makes no difference.
 */
export function sumsOfPage<Supply extends CostedSupply>(supplies: readonly Supply[]): PageSums<Supply> {
  const black = cheapest(supplies, 'black')
  const separate = SEPARATE_INKS.flatMap((color) => cheapest(supplies, color) ?? [])
  const pack = cheapest(supplies, 'color')
  const colors = cheaper([
    ...(separate.length === SEPARATE_INKS.length ? [separate] : []),
    ...(pack === null ? [] : [[pack]]),
  ])
  const set = cheapest(supplies, 'all')
  const inColor = cheaper([
    ...(black === null || colors === null ? [] : [[black, ...colors]]),
    ...(set === null ? [] : [[set]]),
  ])
  return { black: black === null ? null : sumOf([black]), color: inColor === null ? null : sumOf(inColor) }
}

/** The cost of a page as it is stored with a product; null when nothing of it is known. */
export function costPerPageOf(supplies: readonly CostedSupply[]): CostPerPage | null {
  if (supplies.length === 0) return null
  const { black, color } = sumsOfPage(supplies)
  if (black === null && color === null) return null
  return { blackMills: black?.mills ?? null, colorMills: color?.mills ?? null }
}

/** What products are compared by: a page in black, or the print of a machine that prints no other. */
export function comparedMillsOf(cost: CostPerPage | null): number | null {
  return cost?.blackMills ?? cost?.colorMills ?? null
}

/** More than any page costs. */
const UNKNOWN_MILLS = 2 ** 31 - 1

/** The same as a number for every product, so that unknown costs come last. */
export function orderedMillsOf(cost: CostPerPage | null): number {
  return Math.min(comparedMillsOf(cost) ?? UNKNOWN_MILLS, UNKNOWN_MILLS)
}

function cheapest<Supply extends CostedSupply>(supplies: readonly Supply[], color: SupplyColor): Supply | null {
  const counted = supplies.filter((supply) => supply.supplyColor === color && isFinite(exactCost(supply)))
  const [first] = counted.toSorted((one, other) => exactCost(one) - exactCost(other) || one.id - other.id)
  return first ?? null
}

function cheaper<Supply extends CostedSupply>(ways: readonly (readonly Supply[])[]): readonly Supply[] | null {
  const [first] = ways.toSorted((one, other) => totalOf(one) - totalOf(other))
  return first ?? null
}

/** Rounded once at the end; nothing that has a price costs nothing. */
function sumOf<Supply extends CostedSupply>(supplies: readonly Supply[]): PageSum<Supply> {
  return { mills: Math.max(1, Math.round(totalOf(supplies))), supplies }
}

function totalOf(supplies: readonly CostedSupply[]): number {
  return supplies.reduce((sum, supply) => sum + exactCost(supply), 0)
}

/** In mills, not rounded; infinite for what has no price or no yield. */
function exactCost({ priceCents, pageYield }: CostedSupply): number {
  return priceCents > 0 && pageYield !== null && pageYield > 0 ? (priceCents * 10) / pageYield : Infinity
}
