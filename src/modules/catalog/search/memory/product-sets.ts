import {
  CHOICES,
  chosenOf,
  FACET_NAMES,
  SHORTCUT_NAMES,
  SHORTCUTS,
  type Choice,
  type FacetChoices,
  type FacetName,
  type ShortcutName,
} from '../../domain/product-facets.ts'
import {
  isInPriceRange,
  PRICE_RANGES,
  type Preference,
  type PriceRange,
  type ProductFilters,
} from '../../domain/product-query.ts'
import { isBestseller } from '../../domain/product.ts'
import { hasStock, type StaffProductQuery } from '../../domain/staff-query.ts'
import { wordsOf } from '../../domain/words.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { Bitmap } from './bitmap.ts'
import { ValueColumn } from './value-column.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

type StockFilter = NonNullable<StaffProductQuery['stock']>
const STOCK_FILTERS = ['in', 'out', 'low'] as const satisfies readonly StockFilter[]

/** Of each shortcut by choices: of every facet that it names, the choices of which a product has one. */
const SHORTCUT_CHOICES = new Map(
  SHORTCUT_NAMES.flatMap((name) => {
    const shortcut = SHORTCUTS[name]
    if (!('choices' in shortcut)) return []
    const wanted = FACET_NAMES.map((facet) => chosenOf(shortcut.choices, facet)).filter(({ length }) => length > 0)
    return [[name, wanted] as const]
  }),
)

/** A filter as sets of slots: a product passes when it is in each of them. */
export type Filter = readonly Bitmap[]

/** Every filter of the lists as a set of slots, so that filtering and counting are intersections of bitmaps. */
export class ProductSets {
  /** Grows with everything that changes a count of the filter panel or moves a product in an order; see `CHANGE`. */
  version = 0
  readonly all = new Bitmap()
  readonly featured = new Bitmap()
  readonly business = new Bitmap()
  readonly bestsellers = new Bitmap()
  readonly brands = new ValueColumn()
  readonly categories = new ValueColumn()
  readonly stock: Readonly<Record<StockFilter, Bitmap>> = { in: new Bitmap(), out: new Bitmap(), low: new Bitmap() }
  readonly #prices = new Map<PriceRange, Bitmap>(PRICE_RANGES.map((range) => [range, new Bitmap()]))
  /** The products that can be chosen by each value of a facet. */
  readonly #choices = new Map<Choice, Bitmap>(CHOICES.map((choice) => [choice, new Bitmap()]))
  /** The same in the order of `CHOICES`: each product is put into or out of all of them. */
  readonly #inOrder: readonly Bitmap[] = [...this.#choices.values()]
  /** The products that each shortcut leaves. */
  readonly #shortcuts = new Map<ShortcutName, Bitmap>(SHORTCUT_NAMES.map((name) => [name, new Bitmap()]))
  /** The sets that are made for one call; each is valid until the next call. */
  readonly #brandsMade = new Bitmap()
  readonly #categoryMade = new Bitmap()
  readonly #namedMade = new Bitmap()
  /** Every category that any product has had by its words, and how many these are. */
  readonly #categoriesNamed = new Map<string, string[]>()
  #categoriesRead = 1
  readonly #chosenMade = new Map<FacetName, Bitmap>(FACET_NAMES.map((facet) => [facet, new Bitmap()]))
  readonly #unionMade = new Bitmap()
  readonly #intersection = new Bitmap()

  put(slot: number, product: SearchFields): void {
    this.all.add(slot)
    this.featured.put(slot, product.isFeatured)
    this.business.put(slot, product.isBusinessProduct)
    this.bestsellers.put(slot, isBestseller(product))
    this.brands.put(slot, product.brand)
    this.categories.put(slot, product.category)
    for (const [range, set] of this.#prices) set.put(slot, isInPriceRange(product.priceCents, range))
    for (const filter of STOCK_FILTERS) this.stock[filter].put(slot, hasStock(product, filter))
    for (const [name, set] of this.#shortcuts) {
      const shortcut = SHORTCUTS[name]
      if ('price' in shortcut) set.put(slot, isInPriceRange(product.priceCents, shortcut.price))
    }
  }

  /**
   * Puts a product among those that can be chosen by these values, and by no others.
   * @param choices in the order of `CHOICES`
   */
  putChoices(slot: number, choices: readonly Choice[]): void {
    let next = 0
    for (let i = 0; i < CHOICES.length; i++) {
      const isOwn = choices[next] === CHOICES[i]
      if (isOwn) next++
      this.#inOrder[i]?.put(slot, isOwn)
    }
    for (const [name, wanted] of SHORTCUT_CHOICES)
      this.#shortcuts.get(name)?.put(
        slot,
        wanted.every((some) => some.some((choice) => choices.includes(choice))),
      )
  }

  delete(slot: number): void {
    this.version++
    for (const set of this.#bitmaps()) set.delete(slot)
    this.brands.delete(slot)
    this.categories.delete(slot)
  }

  /** The products in all of these sets. Valid until the next call, or until the next one into the same set. */
  intersectionOf(filter: Filter, into = this.#intersection): Bitmap {
    const [first = this.all, ...others] = filter
    if (others.length === 0) return first
    into.becomeIntersectionOf([first, ...others])
    return into
  }

  /** The filters that belong to no group of the filter panel. */
  general({ featured, business }: ProductFilters): Filter {
    const filter: Bitmap[] = []
    if (featured === true) filter.push(this.featured)
    if (business === true) filter.push(this.business)
    return filter
  }

  ofCategory(category: string): Bitmap {
    return this.categories.setOf([category], this.#categoryMade)
  }

  /** The products of the categories that these words name ("photo printer"); null when they name none. */
  inCategoryNamed(words: string): Bitmap | null {
    if (this.#categoriesRead < this.categories.numbers) this.#readCategories()
    const named = this.#categoriesNamed.get(words)?.filter((category) => this.categories.has(category)) ?? []
    return named.length === 0 ? null : this.categories.setOf(named, this.#namedMade)
  }

  #readCategories(): void {
    for (; this.#categoriesRead < this.categories.numbers; this.#categoriesRead++) {
      const category = this.categories.valueNumbered(this.#categoriesRead)
      const name = wordsOf(category).join(' ')
      if (name !== '') this.#categoriesNamed.set(name, [...(this.#categoriesNamed.get(name) ?? []), category])
    }
  }

  /** The products that a search means: those with the choices, or of the category when it says none. */
  preferred({ category, choices }: Preference): Bitmap {
    const made = this.#namedMade
    const sets = FACET_NAMES.map((facet) => chosenOf(choices, facet)).filter((chosen) => chosen.length > 0)
    if (sets.length === 0) return this.categories.setOf(category === undefined ? [] : [category], made)
    for (const [i, chosen] of sets.entries()) {
      const one = i === 0 ? made : this.#unionMade
      one.clear()
      for (const choice of chosen) one.addAll(this.#choices.get(choice) ?? one)
      if (i > 0) made.becomeIntersectionOf([made, one])
    }
    return made
  }

  ofBrands(brands: readonly string[]): Bitmap {
    return this.brands.setOf(brands, this.#brandsMade)
  }

  /** The products with one of the chosen values of a facet. */
  byFacet(facet: FacetName, choices: FacetChoices | undefined): Filter {
    const [first, ...others] = chosenOf(choices, facet).flatMap((choice) => this.#choices.get(choice) ?? [])
    if (first === undefined) return []
    if (others.length === 0) return [first]
    const made = this.#chosenMade.get(facet) ?? new Bitmap()
    made.becomeIntersectionOf([first])
    for (const other of others) made.addAll(other)
    return [made]
  }

  /** The products that can be chosen by a value of a facet. */
  ofChoice(choice: Choice): Bitmap {
    return this.#choices.get(choice) ?? this.all
  }

  ofShortcut(name: ShortcutName): Bitmap {
    return this.#shortcuts.get(name) ?? this.all
  }

  inPriceRange(range: PriceRange): Bitmap {
    return this.#prices.get(range) ?? this.all
  }

  /**
   * Makes room for further products. Sets alone are small enough to grow together.
   * @param slots a number above all slots, here and below
   */
  *makeRoom(slots: number): Iterable<void> {
    yield* this.brands.makeRoom(slots)
    yield* this.categories.makeRoom(slots)
  }

  save(writer: SnapshotWriter, slots: number): void {
    for (const set of this.#bitmaps()) set.save(writer)
    this.brands.save(writer, slots)
    this.categories.save(writer, slots)
  }

  load(reader: SnapshotReader): void {
    this.version++
    this.#categoriesNamed.clear()
    this.#categoriesRead = 1
    for (const set of this.#bitmaps()) set.load(reader)
    this.brands.load(reader)
    this.categories.load(reader)
  }

  #bitmaps(): readonly Bitmap[] {
    return [
      this.all,
      this.featured,
      this.business,
      this.bestsellers,
      ...this.#prices.values(),
      ...this.#choices.values(),
      ...this.#shortcuts.values(),
      ...STOCK_FILTERS.map((filter) => this.stock[filter]),
    ]
  }
}
