import { SHORTCUT_NAMES, SHORTCUTS, type Choice, type FacetName, type Shortcut } from '../../domain/product-facets.ts'
import { asksForModels, PRICE_RANGES, type ProductFacets, type ProductFilters } from '../../domain/product-query.ts'
import { countedBrands, countedCategories, countedChoices, countedModels, recordOf } from '../counted.ts'
import { Bitmap } from './bitmap.ts'
import type { FilterGroup, FilterGroups } from './filter-groups.ts'
import type { Filter, ProductSets } from './product-sets.ts'
import type { ProductTable } from './product-table.ts'

/**
 * Counts the products that each choice of the filter panel would leave: what the set of the products that have it shares
 * with those under all other choices. Sets that several counts need are made once per call.
 */
export class FacetCounts {
  readonly #products: ProductTable
  readonly #filters: FilterGroups
  /** What is made for one call: one set for each combination of groups that are left out. */
  readonly #made: Bitmap[] = []

  constructor(products: ProductTable, filters: FilterGroups) {
    this.#products = products
    this.#filters = filters
  }

  /** @param found the matches of the search, if there is one */
  of(found: Filter, filters: ProductFilters): ProductFacets {
    const { sets, models } = this.#products
    const { scope, groups } = this.#filters.of(filters)
    const general = [...found, ...scope]
    const known = new Map<string, CountedSet>()
    /** The products under all choices but those of some groups. */
    const beside = (...groupsLeft: readonly FilterGroup[]): CountedSet => {
      const left = groupsLeft.filter((group) => groups.has(group))
      const name = left.join()
      const before = known.get(name)
      if (before !== undefined) return before
      const filter = [...general]
      for (const [group, chosen] of groups) if (!left.includes(group)) filter.push(...chosen)
      const made = new CountedSet(sets, sets.shared(filter, (this.#made[known.size] ??= new Bitmap())))
      known.set(name, made)
      return made
    }
    const whole = beside()
    const withinCategory = beside(...[...groups.keys()].filter((group) => group !== 'category'))
    const choices = countedChoices(
      (choice) => withinCategory.has(choice),
      (choice, facet) => (groups.has(facet) ? beside(facet).count(choice) : whole.countAmongAll(choice)),
      filters.choices,
    )
    const priceRanges = PRICE_RANGES.map((range) => ({
      range,
      count: range === 'all' ? beside('price').total : beside('price').set.countShared(sets.inPriceRange(range)),
    }))
    const shortcuts = recordOf(SHORTCUT_NAMES, (name) =>
      beside(...groupsOf(SHORTCUTS[name])).set.countShared(sets.ofShortcut(name)),
    )
    const inStock = beside('stock').set.countShared(sets.stock.in)
    const [ofBrands, ofCategories, inScope] = [beside('brand'), beside('category'), beside(...groups.keys())]
    const inBrands = sets.brands.countsIn(ofBrands.set, ofBrands.total)
    const brands = countedBrands(
      withinCategory === ofBrands ? inBrands : sets.brands.countsIn(withinCategory.set, withinCategory.total),
      inBrands,
      filters.brands,
    )
    const inCategories = sets.categories.countsIn(ofCategories.set, ofCategories.total)
    const categories = countedCategories(
      inScope === ofCategories ? inCategories : sets.categories.countsIn(inScope.set, inScope.total),
      inCategories,
      filters.category,
    )
    const counts = { total: whole.total, brands, priceRanges, inStock, categories, choices, shortcuts }
    if (!asksForModels(filters)) return counts
    const ofModels = models.countsIn(beside('model').set)
    const scopeModels = withinCategory === beside('model') ? ofModels : models.countsIn(withinCategory.set)
    return { ...counts, models: countedModels(scopeModels, ofModels, filters) }
  }
}

function groupsOf(shortcut: Shortcut): readonly FilterGroup[] {
  return 'price' in shortcut ? ['price'] : (Object.keys(shortcut.choices) as FacetName[])
}

/** A set of products, and what is counted of it when it is asked for. */
class CountedSet {
  readonly set: Bitmap
  readonly #sets: ProductSets
  #total: number | null = null
  #choices: ReadonlyMap<Choice, number> | null = null

  constructor(sets: ProductSets, set: Bitmap) {
    this.#sets = sets
    this.set = set
  }

  get total(): number {
    return (this.#total ??= this.set.count())
  }

  has(choice: Choice): boolean {
    return this.set.meets(this.#sets.ofChoice(choice))
  }

  /** How many have one choice. */
  count(choice: Choice): number {
    return this.set.countShared(this.#sets.ofChoice(choice))
  }

  /** The same, when most choices are asked for. */
  countAmongAll(choice: Choice): number {
    this.#choices ??= this.#sets.countChoices(this.set)
    return this.#choices.get(choice) ?? 0
  }
}
