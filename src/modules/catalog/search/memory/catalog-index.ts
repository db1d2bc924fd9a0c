import {
  isSearch,
  type Preference,
  type ProductFacets,
  type ProductFilters,
  type ProductQuery,
  type ProductSort,
} from '../../domain/product-query.ts'
import { LOW_STOCK_SHOWN, type CatalogStats, type StaffProductQuery } from '../../domain/staff-query.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import type { EditTime, EditTimesQuery } from '../edit-times.ts'
import type { Bitmap } from './bitmap.ts'
import { FacetCounts } from './facet-counts.ts'
import { firstPlace } from './first-place.ts'
import { filterOf, FilterGroups, type ChosenGroup } from './filter-groups.ts'
import { PlaceCache } from './place-cache.ts'
import { START } from './product-order.ts'
import { ProductTable } from './product-table.ts'
import { SnapshotReader, SnapshotWriter, type SnapshotBytes } from './snapshot.ts'
import { TextSearch } from './text-search.ts'

interface Page {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * All products of the catalog in memory, to filter, sort, count, search and suggest without the database. It only holds
 * the fields that this needs; the products of a page are read by their ids.
 *
 * Everything is a typed array by slot (the number of a product inside the index). With 100,000 products, walking over
 * objects took 15 ms for a filtered list, more than two hundred times as much. A product takes about 650 bytes outside
 * of the heap, where no garbage collection visits it. What each call costs is in docs/scale.md.
 */
export class CatalogIndex {
  readonly #products = new ProductTable()
  readonly #search = new TextSearch(this.#products)
  readonly #filters = new FilterGroups(this.#products)
  readonly #counts = new FacetCounts(this.#products, this.#filters)
  readonly #places = new PlaceCache(this.#products.sets)

  get size(): number {
    return this.#products.size
  }

  /**
   * Reads products ahead of `update` or `fill`, in steps between which others can be answered. Only of long ones is there
   * anything to do.
   */
  readAhead(products: Iterable<SearchFields>): Iterable<void> {
    return this.#products.readAhead(products)
  }

  /** Adds one product to a new index; call `finish` after the last one. */
  fill(product: SearchFields): void {
    this.#products.add(product)
  }

  finish(): void {
    this.#products.settle()
  }

  /**
   * Brings the products with these ids up to date; those missing from `products` are removed.
   * @returns whether that changes the arrangement (`isRearrangement`); a sale that leaves the product in stock does not
   */
  update(ids: Iterable<number>, products: readonly SearchFields[]): boolean {
    return this.#products.update(ids, products)
  }

  /**
   * Whether most words, brands, categories or models that it knows are in no product any more, so that a new index would
   * be smaller and faster.
   */
  get isMostlyUnused(): boolean {
    return this.#products.isMostlyUnused
  }

  /** Grows with every change of the words of a product. */
  get version(): number {
    return this.#products.words.version
  }

  /** Whether what `prepare` makes is there. */
  get isPrepared(): boolean {
    return this.#search.isPrepared
  }

  /** Makes what the first searches after a change of words would wait for, in pieces of at most some milliseconds. */
  prepare(): Iterable<void> {
    return this.#search.prepare()
  }

  /** The ids of one page and how many products match over all pages. */
  list(query: ProductQuery): Page {
    const { general, groups } = this.#filters.of(query)
    const filter = filterOf(groups)
    filter.push(...general)
    const isSearched = isSearch(query.search)
    const sort = query.sort ?? (isSearched ? undefined : 'featured')
    const isOfPanel = sort !== undefined && !isSearched && general.length === 0 && groups.length > 0
    return this.#page(query, { filter, sort, panel: isOfPanel ? groups : null, mayLeaveOut: true })
  }

  /** How many products `list` would find over all pages. */
  count(filters: ProductFilters): number {
    const { general, groups } = this.#filters.of(filters)
    const found = this.#search.asFilter(isSearch(filters.search) ? this.#search.find(filters.search, true) : null)
    const whole = [...found, ...filterOf(groups), ...general]
    return whole.length === 0 ? this.size : this.#products.sets.intersectionOf(whole).count()
  }

  /** The brands of all products, in the order of the alphabet. */
  get brands(): readonly string[] {
    return this.#products.sets.brands.values.filter((brand) => brand !== '')
  }

  /** One page of the staff's table; with a search and no sort the best match comes first, otherwise the newest. */
  listForStaff(query: StaffProductQuery): Page {
    const { sets } = this.#products
    const filter = [
      ...(query.category === undefined ? [] : [sets.ofCategory(query.category)]),
      ...(query.stock === undefined ? [] : [sets.stock[query.stock]]),
    ]
    const sort = query.sort ?? (isSearch(query.search) ? undefined : 'newest')
    return this.#page(query, { filter, sort, panel: null, mayLeaveOut: false })
  }

  /** In the order of the ids. */
  listEditTimes({ afterId, limit }: EditTimesQuery): readonly EditTime[] {
    const { orders, columns } = this.#products
    const newest = orders.in('newest').slots
    const after = firstPlace(newest.length, (place) => (columns.ids[newest[place] as number] as number) <= afterId)
    const page = newest.slice(Math.max(0, after - limit), after).reverse()
    return Array.from(page, (slot) => ({
      id: columns.ids[slot] as number,
      updatedAt: new Date(columns.updatedAt[slot] as number),
    }))
  }

  stats(): CatalogStats {
    const { sets, orders, columns, names } = this.#products
    const low = sets.stock.low
    const fewest = orders.in('stock-low').pageOf(low, low.count(), 0, LOW_STOCK_SHOWN)
    return {
      products: this.size,
      featured: sets.featured.count(),
      outOfStock: sets.stock.out.count(),
      lowStock: Array.from(fewest, (slot) => ({
        productId: columns.ids[slot] as number,
        productName: names.valueOf(slot),
        stockQuantity: columns.stock[slot] as number,
      })),
    }
  }

  /** Counts per choice; each group ignores its own filter and obeys the others. */
  facets(filters: ProductFilters): ProductFacets {
    const found = isSearch(filters.search) ? this.#search.find(filters.search, true) : null
    const counts = this.#counts.of(this.#search.asFilter(found), filters)
    const kept = found?.kept ?? null
    return kept === null ? counts : { ...counts, kept }
  }

  /** At most 8 names and brands that begin with or resemble the text, names first; none below 2 characters. */
  suggest(text: string): readonly string[] {
    return this.#search.suggest(text)
  }

  /**
   * Makes room for what the next changes bring, in steps between which others can be answered: all arrays that are full
   * would otherwise be copied by one change. To be called after each change.
   */
  makeRoom(): Iterable<void> {
    return this.#products.makeRoom()
  }

  /**
   * The whole index in pieces that belong behind each other, each copied when it is asked for. The index must not
   * change until the last one is taken.
   */
  save(): Iterable<Buffer> {
    const writer = new SnapshotWriter()
    this.#products.save(writer)
    return writer.pieces()
  }

  /**
   * The index that was saved as these bytes; null when they are damaged. The code that saved it must lay it out alike.
   */
  static load(bytes: SnapshotBytes): CatalogIndex | null {
    const reader = SnapshotReader.open(bytes)
    if (reader === null) return null
    const index = new CatalogIndex()
    index.#products.load(reader)
    return index
  }

  /** One page of a sort, or of the ranking of a search when there is no sort. */
  #page({ search, prefer, offset, limit }: PageQuery, { filter, sort, panel, mayLeaveOut }: Listing): Page {
    const { sets, orders, columns } = this.#products
    if (sort === undefined) {
      const found = this.#search.find(search ?? '', mayLeaveOut)
      const set = filter.length > 0 ? sets.intersectionOf(filter) : null
      const { slots, total } = this.#search.ranked(found, { filter: set, offset, limit }, prefer)
      return { ids: columns.idsOf(slots), total }
    }
    const order = orders.in(sort)
    const whole = [
      ...this.#search.asFilter(isSearch(search) ? this.#search.find(search, mayLeaveOut) : null),
      ...filter,
    ]
    if (whole.length === 0) return { ids: columns.idsOf(order.page(offset, limit)), total: this.size }
    const set = sets.intersectionOf(whole)
    const total = set.count()
    const start = panel === null ? START : this.#places.before({ order, offset, total }, panel)
    return { ids: columns.idsOf(order.pageOf(set, total, offset, limit, start)), total }
  }
}

interface PageQuery {
  readonly search?: string
  readonly prefer?: Preference
  readonly offset: number
  readonly limit: number
}

interface Listing {
  readonly filter: readonly Bitmap[]
  /** Undefined for the best match first. */
  readonly sort: ProductSort | StaffProductQuery['sort']
  /** The filters when they are all of the filter panel. */
  readonly panel: readonly ChosenGroup[] | null
  readonly mayLeaveOut: boolean
}
