import { limitedOf, type MeasuresWithin } from '../../domain/measures.ts'
import type { PriceLimits } from '../../domain/price-limits.ts'
import { FACET_NAMES, type FacetName } from '../../domain/product-facets.ts'
import { isOwnRange, type Exception, type ProductFilters } from '../../domain/product-query.ts'
import { Bitmap } from './bitmap.ts'
import type { Filter } from './product-sets.ts'
import type { ProductTable } from './product-table.ts'

/** The groups of the filter panel. A count of one of their choices ignores what is chosen of the same group. */
export type FilterGroup = 'category' | 'price' | 'brand' | 'stock' | 'model' | FacetName

const GROUPS: readonly FilterGroup[] = ['category', 'price', 'brand', 'stock', 'model', ...FACET_NAMES]
const BITS = Object.fromEntries(GROUPS.map((group, i) => [group, 1 << i])) as Readonly<Record<FilterGroup, number>>

/** Groups as a sum of bits, which tells their combinations apart without making a text for each. */
export function bitsOf(groups: readonly FilterGroup[]): number {
  return groups.reduce((bits, group) => bits | BITS[group], 0)
}

export interface ChosenGroup {
  readonly bit: number
  readonly filter: Filter
}

export interface GroupedFilter {
  /** What no choice of the panel changes. */
  readonly scope: Filter
  /** Without the groups of which nothing is chosen. */
  readonly groups: readonly ChosenGroup[]
}

/** The filters of a list as sets of products, group by group. Valid until the next call. */
export class FilterGroups {
  readonly #products: ProductTable
  readonly #searched = new Bitmap()
  readonly #own = new Bitmap()
  readonly #measured = new Bitmap()
  readonly #excepted = new Bitmap()
  readonly #fitting = new Bitmap()
  /** All products but the excepted ones. */
  readonly #left = new Bitmap()

  constructor(products: ProductTable) {
    this.#products = products
  }

  of(filters: ProductFilters): GroupedFilter {
    const { sets } = this.#products
    const { category, price, priceLimits, measures, except, models, choices } = filters
    const groups: ChosenGroup[] = []
    const add = (group: FilterGroup, filter: Filter) => {
      if (filter.length > 0) groups.push({ bit: BITS[group], filter })
    }
    if (category !== undefined) add('category', [sets.ofCategory(category)])
    add('price', this.#byPrice(price))
    add('brand', sets.byBrand(filters))
    add('stock', sets.byStock(filters))
    if (models !== undefined) add('model', this.#byModel(models))
    if (choices !== undefined) for (const facet of FACET_NAMES) add(facet, sets.byFacet(facet, choices))
    return {
      scope: [
        ...sets.general(filters),
        ...(priceLimits === undefined ? [] : this.#within(priceLimits, this.#searched)),
        ...(measures === undefined ? [] : this.#byMeasure(measures)),
        ...(except === undefined ? [] : this.#byException(except)),
      ],
      groups,
    }
  }

  #byPrice(price: ProductFilters['price']): Filter {
    if (price === undefined || price === 'all') return []
    return isOwnRange(price) ? this.#within(price, this.#own) : [this.#products.sets.inPriceRange(price)]
  }

  #byModel(models: readonly string[]): Filter {
    if (models.length === 0) return []
    this.#fitting.clear()
    this.#products.models.addSlots(models, this.#fitting)
    return [this.#fitting]
  }

  #byMeasure(measures: MeasuresWithin): Filter {
    const limited = limitedOf(measures)
    if (limited.length === 0) return []
    const { columns, slots } = this.#products
    const made = this.#measured
    made.clear()
    for (const [i, measure] of limited.entries()) {
      const column = columns.measures[measure]
      const { least = 0, most = Infinity, orUnknown = false } = measures[measure] ?? {}
      for (let slot = 0; slot < slots; slot++) {
        const value = column[slot] as number
        const isWithin = Number.isNaN(value) ? orUnknown : value >= least && value <= most
        if (i === 0 ? isWithin : !isWithin) made.put(slot, isWithin)
      }
    }
    return [made]
  }

  #byException(except: Exception): Filter {
    const { sets, words } = this.#products
    const [excepted, made] = [this.#excepted, this.#left]
    excepted.becomeSharedBy([sets.brands.setOf(except.brands, made)])
    for (const choice of except.choices) excepted.addAll(sets.ofChoice(choice))
    for (const word of except.words) excepted.addEach(words.slotsWith(word))
    made.becomeSharedBy([sets.all])
    made.removeAll(excepted)
    return [made]
  }

  #within({ least = 0, most = Infinity }: PriceLimits, made: Bitmap): Filter {
    if (least <= 0 && most === Infinity) return []
    const { slots } = this.#products.orders.in('price-low')
    const { prices } = this.#products.columns
    made.clear()
    made.addEach(slots.subarray(firstPlace(slots, prices, least), firstPlace(slots, prices, most, true)))
    return [made]
  }
}

/** The first place of the slots in the order of their prices at which the price is not below `limit`, or is above it. */
function firstPlace(slots: Uint32Array, prices: Float64Array, limit: number, isAbove = false): number {
  let low = 0
  for (let high = slots.length; low < high;) {
    const middle = (low + high) >>> 1
    const price = prices[slots[middle] as number] as number
    if (price < limit || (isAbove && price === limit)) low = middle + 1
    else high = middle
  }
  return low
}
