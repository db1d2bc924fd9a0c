import { SHORTCUT_NAMES, SHORTCUTS, type FacetName } from '../../domain/product-facets.ts'
import { PRICE_RANGES, type ProductFacets, type ProductFilters } from '../../domain/product-query.ts'
import { countedBrands, countedCategories, countedChoices, recordOf } from '../counted.ts'
import { Bitmap } from './bitmap.ts'
import type { ChoiceCounts } from './choice-counts.ts'
import type { FilterGroup, FilterGroups } from './filter-groups.ts'
import type { Filter } from './product-sets.ts'
import type { ProductTable } from './product-table.ts'

/** The products under all choices but those of some groups; what these can be chosen by is counted when it is asked for. */
interface Counted {
  readonly set: Bitmap
  readonly choices: ChoiceCounts
}

/** Counts the products that each choice of the filter panel would leave. */
export class FacetCounts {
  readonly #products: ProductTable
  readonly #filters: FilterGroups
  /** What is made for one call. */
  readonly #whole = new Bitmap()
  readonly #inScope = new Bitmap()
  readonly #beside = new Bitmap()

  constructor(products: ProductTable, filters: FilterGroups) {
    this.#products = products
    this.#filters = filters
  }

  /** @param found the matches of the search, if there is one */
  of(found: Filter, filters: ProductFilters): ProductFacets {
    const { sets } = this.#products
    const { scope, groups } = this.#filters.of(filters)
    const general = [...found, ...scope]
    const without = (left: readonly FilterGroup[], into: Bitmap) => {
      const filter = [...general]
      for (const [group, sets] of groups) if (!left.includes(group)) filter.push(...sets)
      return this.#counted(sets.shared(filter, into))
    }
    const whole = without([], this.#whole)
    /** Valid until the next call. */
    const beside = (...left: readonly FilterGroup[]): Counted =>
      left.some((group) => groups.has(group)) ? without(left, this.#beside) : whole
    const category = groups.get('category') ?? []
    const isScopeWhole = groups.size === category.length
    const inScope = isScopeWhole ? whole : this.#counted(sets.shared([...general, ...category], this.#inScope))
    const choices = countedChoices(
      (place) => inScope.choices.at(place),
      (facet) => {
        const counts = beside(facet).choices
        return (place) => counts.at(place)
      },
      filters.choices,
    )
    const besidePrice = beside('price').set
    const priceRanges = PRICE_RANGES.map((range) => ({
      range,
      count: besidePrice.countShared(sets.inPriceRange(range)),
    }))
    const shortcuts = recordOf(SHORTCUT_NAMES, (name) => {
      const shortcut = SHORTCUTS[name]
      if ('price' in shortcut) return beside('price').set.countShared(sets.ofShortcut(name))
      return beside(...(Object.keys(shortcut.choices) as FacetName[])).choices.fitting(shortcut.choices)
    })
    const inStock = beside('stock').set.countShared(sets.stock.in)
    const brands = countedBrands(sets.brands.countsIn(beside('brand').set), filters.brands ?? [])
    const inCategories = sets.categories.countsIn(beside('category').set)
    const categories = countedCategories(
      groups.size === 0 ? inCategories : sets.categories.countsIn(sets.shared(general, this.#beside)),
      inCategories,
      filters.category,
    )
    return { total: whole.set.count(), brands, priceRanges, inStock, categories, choices, shortcuts }
  }

  #counted(set: Bitmap): Counted {
    const { sets } = this.#products
    let counts: ChoiceCounts | undefined
    return {
      set,
      get choices() {
        return (counts ??= sets.choices.countsIn(set))
      },
    }
  }
}
