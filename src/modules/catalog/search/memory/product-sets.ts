import { isInPriceRange, PRICE_RANGES, type PriceRange, type ProductFilters } from '../../domain/product-query.ts'
import { hasStock, type StaffProductQuery } from '../../domain/staff-query.ts'
import { wordsOf } from '../../domain/words.ts'
import type { SearchFields } from '../../persistence/product.repository.ts'
import { Bitmap } from './bitmap.ts'
import { Facet } from './facet.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

type StockFilter = NonNullable<StaffProductQuery['stock']>
const STOCK_FILTERS = ['in', 'out', 'low'] as const satisfies readonly StockFilter[]

/** A filter as sets of slots: a product passes when it is in each of them. */
export type Filter = readonly Bitmap[]

/** Every filter of the lists as a set of slots, so that filtering and counting are intersections of bitmaps. */
export class ProductSets {
  readonly all = new Bitmap()
  readonly featured = new Bitmap()
  readonly business = new Bitmap()
  readonly bestsellers = new Bitmap()
  readonly brands = new Facet()
  readonly categories = new Facet()
  readonly stock: Readonly<Record<StockFilter, Bitmap>> = { in: new Bitmap(), out: new Bitmap(), low: new Bitmap() }
  readonly #prices = new Map<PriceRange, Bitmap>(PRICE_RANGES.map((range) => [range, new Bitmap()]))
  /** The sets that are made for one call; each is valid until the next call. */
  readonly #brandsMade = new Bitmap()
  readonly #categoryMade = new Bitmap()
  readonly #namedMade = new Bitmap()
  readonly #shared = new Bitmap()

  put(slot: number, product: SearchFields): void {
    this.all.add(slot)
    this.featured.put(slot, product.isFeatured)
    this.business.put(slot, product.isBusinessProduct)
    this.bestsellers.put(slot, isBestseller(product))
    this.brands.put(slot, product.brand)
    this.categories.put(slot, product.category)
    for (const [range, set] of this.#prices) set.put(slot, isInPriceRange(product.priceCents, range))
    for (const filter of STOCK_FILTERS) this.stock[filter].put(slot, hasStock(product, filter))
  }

  delete(slot: number): void {
    for (const set of this.#bitmaps()) set.delete(slot)
    this.brands.delete(slot)
    this.categories.delete(slot)
  }

  /** The products in all of these sets. Valid until the next call. */
  shared(filter: Filter): Bitmap {
    const [first = this.all, ...others] = filter
    if (others.length === 0) return first
    this.#shared.becomeSharedBy([first, ...others])
    return this.#shared
  }

  /** The filters that belong to no group of the filter panel. */
  general({ category, featured, business }: ProductFilters): Filter {
    const filter: Bitmap[] = []
    if (category !== undefined) filter.push(this.ofCategory(category))
    if (featured === true) filter.push(this.featured)
    if (business === true) filter.push(this.business)
    return filter
  }

  ofCategory(category: string): Bitmap {
    this.#categoryMade.clear()
    this.categories.addSlots([category], this.#categoryMade)
    return this.#categoryMade
  }

  /** The products of the categories that these words name ("photo printer"); null when they name none. */
  inCategoryNamed(words: string): Bitmap | null {
    const named = this.categories.values.filter((category) => wordsOf(category).join(' ') === words)
    if (named.length === 0 || words === '') return null
    this.#namedMade.clear()
    this.categories.addSlots(named, this.#namedMade)
    return this.#namedMade
  }

  byPrice({ price }: ProductFilters): Filter {
    return price === undefined || price === 'all' ? [] : [this.inPriceRange(price)]
  }

  byBrand({ brands }: ProductFilters): Filter {
    if (brands === undefined || brands.length === 0) return []
    this.#brandsMade.clear()
    this.brands.addSlots(brands, this.#brandsMade)
    return [this.#brandsMade]
  }

  byStock({ inStock }: ProductFilters): Filter {
    return inStock === true ? [this.stock.in] : []
  }

  inPriceRange(range: PriceRange): Bitmap {
    return this.#prices.get(range) ?? this.all
  }

  save(writer: SnapshotWriter): void {
    for (const set of this.#bitmaps()) set.save(writer)
    this.brands.save(writer)
    this.categories.save(writer)
  }

  load(reader: SnapshotReader): void {
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
      ...STOCK_FILTERS.map((filter) => this.stock[filter]),
    ]
  }
}

export function isBestseller({ tags }: Pick<SearchFields, 'tags'>): boolean {
  return tags.includes('bestseller')
}
