import { limitedOf, type MeasuresWithin } from '../../domain/measures.ts'
import type { PriceLimits } from '../../domain/price-limits.ts'
import { FACET_NAMES } from '../../domain/product-facets.ts'
import {
  isOwnRange,
  type Exclusions,
  type FilterGroup,
  type PriceRange,
  type ProductFilters,
} from '../../domain/product-query.ts'
import { Bitmap } from './bitmap.ts'
import { firstPlace } from './first-place.ts'
import { MeasuredSets } from './measured-sets.ts'
import type { Filter } from './product-sets.ts'
import type { ProductTable } from './product-table.ts'
import type { ValueColumn } from './value-column.ts'

const GROUPS: readonly FilterGroup[] = ['category', 'price', 'brand', 'stock', 'model', ...FACET_NAMES]
const BITS = Object.fromEntries(GROUPS.map((group, i) => [group, 1 << i])) as Readonly<Record<FilterGroup, number>>

/** Groups as a sum of bits, which tells their combinations apart without making a text for each. */
export function bitsOf(groups: readonly FilterGroup[]): number {
  return groups.reduce((bits, group) => bits | BITS[group], 0)
}

/** What is chosen of a group. What of it is asked for is made once: a panel asks for it several times, or not at all. */
export class ChosenGroup {
  readonly bit: number
  readonly #chosen: readonly string[] | null
  readonly #make: () => Filter
  #made: Filter | null = null
  #key: string | null = null
  #numbers: readonly number[] | null = null

  /** @param chosen texts that are the same for the same products; null for own limits and for models */
  constructor(bit: number, chosen: readonly string[] | null, make: () => Filter) {
    this.bit = bit
    this.#chosen = chosen
    this.#make = make
  }

  /** Where the counts of each chosen brand are known, nobody needs the set of all of them. */
  get filter(): Filter {
    return (this.#made ??= this.#make())
  }

  /** The choices as a text that no others have; null for own limits and for models. */
  get key(): string | null {
    return (this.#key ??= this.#chosen === null ? null : keyOf(this.bit, this.#chosen))
  }

  /** The numbers of the chosen values, each once, without values that no product has ever had. */
  numbersIn(column: ValueColumn): readonly number[] {
    return (this.#numbers ??= column.numbersOf(this.#chosen ?? []))
  }
}

export interface GroupedFilter {
  /** What no choice of the panel changes. */
  readonly general: Filter
  /** Without the groups of which nothing is chosen. */
  readonly groups: readonly ChosenGroup[]
}

export const BRAND = bitsOf(['brand'])

/** The sets of all chosen groups but the ignored ones. @param ignored as bits */
export function filterOf(groups: readonly ChosenGroup[], ignored = 0): Bitmap[] {
  const filter: Bitmap[] = []
  for (const group of groups) if ((group.bit & ignored) === 0) filter.push(...group.filter)
  return filter
}

/** What is chosen beside brands as a text that only the same choices have, and the brands if some are chosen. */
interface Chosen {
  readonly key: string
  readonly brands: ChosenGroup | null
}

/**
 * @param ignored the groups that count as if nothing were chosen of them, as bits
 * @returns null when one of them is chosen by limits of somebody's own, or by models
 */
export function chosenIn(groups: readonly ChosenGroup[], ignored = 0): Chosen | null {
  let brands: ChosenGroup | null = null
  let key = ''
  for (const group of groups) {
    if ((group.bit & ignored) !== 0) continue
    if (group.bit === BRAND) brands = group
    else if (group.key === null) return null
    else key += group.key
  }
  return { key, brands }
}

/** With the length of each text, because visitors may choose any text, and two choices must not look like others. */
function keyOf(bit: number, chosen: readonly string[]): string {
  let key = `${bit}`
  for (const text of chosen) key += ` ${text.length} ${text}`
  return `${key};`
}

/** The filters of a list as sets of products, group by group. Valid until the next call. */
export class FilterGroups {
  readonly #products: ProductTable
  readonly #measured: MeasuredSets
  /** The sets that are made for one call: by the price that the words of a search name, by the price of the panel, … */
  readonly #inSearchedPrice = new Bitmap()
  readonly #inChosenPrice = new Bitmap()
  readonly #fitting = new Bitmap()
  readonly #excluded = new Bitmap()
  /** … and all products but the excluded ones. */
  readonly #left = new Bitmap()

  constructor(products: ProductTable) {
    this.#products = products
    this.#measured = new MeasuredSets(products)
  }

  of(filters: ProductFilters): GroupedFilter {
    const { sets } = this.#products
    const { category, price, brands, inStock, priceLimits, measures, except, models, choices } = filters
    const groups: ChosenGroup[] = []
    const add = (group: FilterGroup, chosen: readonly string[] | null, make: () => Filter) =>
      groups.push(new ChosenGroup(BITS[group], chosen, make))
    if (category !== undefined) add('category', [category], () => [sets.ofCategory(category)])
    if (price !== undefined && price !== 'all')
      add('price', isOwnRange(price) ? null : [price], () => this.#byPrice(price))
    if (brands !== undefined && brands.length > 0) add('brand', brands, () => [sets.ofBrands(brands)])
    if (inStock === true) add('stock', [], () => [sets.stock.in])
    if (models !== undefined && models.length > 0) add('model', null, () => this.#byModel(models))
    if (choices !== undefined)
      for (const facet of FACET_NAMES) {
        const chosen = choices[facet]
        if (chosen !== undefined && chosen.length > 0) add(facet, chosen, () => sets.byFacet(facet, choices))
      }
    return {
      general: [
        ...sets.general(filters),
        ...(priceLimits === undefined ? [] : this.#within(priceLimits, this.#inSearchedPrice)),
        ...(measures === undefined ? [] : this.#byMeasure(measures)),
        ...(except === undefined ? [] : this.#byExclusions(except)),
      ],
      groups,
    }
  }

  #byPrice(price: PriceRange | PriceLimits): Filter {
    return isOwnRange(price) ? this.#within(price, this.#inChosenPrice) : [this.#products.sets.inPriceRange(price)]
  }

  #byModel(models: readonly string[]): Filter {
    this.#fitting.clear()
    this.#products.models.addSlots(models, this.#fitting)
    return [this.#fitting]
  }

  #byMeasure(measures: MeasuresWithin): Filter {
    const limited = limitedOf(measures)
    const within = limited.map((measure) => this.#measured.within(measure, measures[measure] ?? {}))
    // Of a slot without a product nothing is known either.
    return limited.some((measure) => measures[measure]?.orUnknown) ? [...within, this.#products.sets.all] : within
  }

  #byExclusions(except: Exclusions): Filter {
    const { sets, words } = this.#products
    const [excluded, left] = [this.#excluded, this.#left]
    excluded.becomeIntersectionOf([sets.brands.setOf(except.brands, left)])
    for (const choice of except.choices) excluded.addAll(sets.ofChoice(choice))
    for (const word of except.words) excluded.addEach(words.slotsWith(word))
    left.becomeIntersectionOf([sets.all])
    left.removeAll(excluded)
    return [left]
  }

  #within({ least = 0, most = Infinity }: PriceLimits, into: Bitmap): Filter {
    if (least <= 0 && most === Infinity) return []
    const order = this.#products.orders.in('price-low')
    const { prices } = this.#products.columns
    const { slots } = order
    const priceAt = (place: number) => prices[slots[place] as number] as number
    const from = firstPlace(slots.length, (place) => priceAt(place) >= least)
    const to = firstPlace(slots.length, (place) => priceAt(place) > most)
    order.between(from, to, into)
    return [into]
  }
}
