import { SHORTCUT_NAMES } from '../../domain/product-facets.ts'
import { asksForModels, PRICE_RANGES, type ProductFacets, type ProductFilters } from '../../domain/product-query.ts'
import { countedBrands, countedCategories, countedChoices, countedModels, recordOf } from '../counted.ts'
import { Bitmap } from './bitmap.ts'
import { bitsOf, type FilterGroups } from './filter-groups.ts'
import { PanelRows } from './panel-rows.ts'
import type { Filter } from './product-sets.ts'
import type { ProductTable } from './product-table.ts'

const [CATEGORY, BRAND, MODEL] = [bitsOf(['category']), bitsOf(['brand']), bitsOf(['model'])]
const EVERY_GROUP = -1

/**
 * Counts the products that each choice of the filter panel would leave: what the set of the products that have it shares
 * with those under all other choices. Sets that several counts need are made once per call. All counts of a panel take 5
 * microseconds at 1,000 products and 50 at 100,000.
 */
export class FacetCounts {
  readonly #products: ProductTable
  readonly #filters: FilterGroups
  readonly #rows: PanelRows
  /** What is made for one call: one set for each combination of groups that are left out. */
  readonly #made: Bitmap[] = []

  constructor(products: ProductTable, filters: FilterGroups) {
    this.#products = products
    this.#filters = filters
    this.#rows = new PanelRows(products.sets)
  }

  /** @param found the matches of the search, if there is one */
  of(found: Filter, filters: ProductFilters): ProductFacets {
    const { sets, models } = this.#products
    const { scope, groups } = this.#filters.of(filters)
    const rows = this.#rows
    const chosen = groups.reduce((bits, { bit }) => bits | bit, 0)
    const known = new Map<number, CountedSet>()
    /** The products under all choices but those of some groups. */
    const beside = (bits: number): CountedSet => {
      const left = bits & chosen
      const before = known.get(left)
      if (before !== undefined) return before
      const filter = [...found, ...scope]
      for (const group of groups) if ((group.bit & left) === 0) filter.push(...group.filter)
      const made = new CountedSet(sets.shared(filter, (this.#made[known.size] ??= new Bitmap())))
      known.set(left, made)
      return made
    }
    const withinCategory = beside(EVERY_GROUP & ~CATEGORY)
    rows.count(chosen, (bits) => beside(bits).set, withinCategory.set)
    const choices = countedChoices(
      (choice) => rows.occurs(choice),
      (choice) => rows.ofChoice(choice),
      filters.choices,
    )
    const [ofBrands, ofCategories, inScope] = [beside(BRAND), beside(CATEGORY), beside(EVERY_GROUP)]
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
    const counts = {
      total: beside(0).total,
      brands,
      priceRanges: PRICE_RANGES.map((range) => ({ range, count: rows.ofRange(range) })),
      inStock: rows.inStock,
      categories,
      choices,
      shortcuts: recordOf(SHORTCUT_NAMES, (name) => rows.ofShortcut(name)),
    }
    if (!asksForModels(filters)) return counts
    const ofModels = models.countsIn(beside(MODEL).set)
    const scopeModels = withinCategory === beside(MODEL) ? ofModels : models.countsIn(withinCategory.set)
    return { ...counts, models: countedModels(scopeModels, ofModels, filters) }
  }
}

/** A set of products, whose members are counted when somebody asks. */
class CountedSet {
  readonly set: Bitmap
  #total: number | null = null

  constructor(set: Bitmap) {
    this.set = set
  }

  get total(): number {
    return (this.#total ??= this.set.count())
  }
}
