import { LRUCache } from 'lru-cache'
import {
  isInPriceRange,
  PRICE_RANGES,
  type ProductFacets,
  type ProductFilters,
  type ProductSort,
} from '../domain/product-query.ts'
import { hasStock, LOW_STOCK_SHOWN, type CatalogStats, type StaffProductQuery } from '../domain/staff-query.ts'
import { numberFormsOf, wordsOf } from '../domain/words.ts'
import type { SearchFields } from '../persistence/product.repository.ts'
import type { EditTime, EditTimesQuery } from './edit-times.ts'
import { isSameButStock, rowOf, type Row } from './row.ts'
import { COMPARE, RowOrders, STAFF_ORDERS } from './row-orders.ts'
import { attemptsFor } from './search-attempts.ts'
import { cachedFormsOf } from './search-forms.ts'
import { suggestionsFrom } from './suggestions.ts'
import { WEIGHT, WordIndex, type Matches } from './word-index.ts'

/** Above this number of matches, filtering an existing order is faster than sorting the matches. */
const SORTED_UP_TO = 3000
/** The number of rows that all cached searches may hold together; each costs eight bytes. */
const REMEMBERED_ROWS = 1_000_000

type Test = (row: Row) => boolean

/**
 * All products of the catalog in memory, to filter, sort, count, search and suggest without the database. It only holds
 * the fields that this needs; the products of a page are read by their ids.
 */
export class CatalogIndex {
  readonly #rows = new Map<number, Row>()
  readonly #bySlot: (Row | undefined)[] = []
  readonly #words = new WordIndex()
  #orders = new RowOrders([])
  readonly #searches = new LRUCache<string, readonly Row[]>({
    max: 5000,
    maxSize: REMEMBERED_ROWS,
    sizeCalculation: (rows) => rows.length + 1,
  })
  readonly #suggestions = new LRUCache<string, readonly string[]>({ max: 5000 })
  #marks = new Uint32Array(0)
  #mark = 0

  get size(): number {
    return this.#rows.size
  }

  /** Adds one product to a new index; call `finish` after the last one. */
  fill(fields: SearchFields): void {
    this.#put(rowOf(fields), fields)
  }

  finish(): void {
    this.#orders = new RowOrders([...this.#rows.values()])
  }

  /** Brings the products with these ids up to date; those missing from `products` are removed. */
  update(ids: Iterable<number>, products: readonly SearchFields[]): void {
    const gone = new Set(ids)
    const removed: Row[] = []
    const added: Row[] = []
    const changed: [Row, Row][] = []
    for (const product of products) {
      gone.delete(product.id)
      const before = this.#rows.get(product.id)
      const row = rowOf(product)
      if (before !== undefined && isSameButStock(before, row)) {
        before.inStock = row.inStock
        before.stockQuantity = row.stockQuantity
        before.updatedAt = row.updatedAt
        continue
      }
      if (before === undefined) {
        this.#put(row, product)
        added.push(row)
      } else {
        this.#place(row, product, before)
        changed.push([before, row])
      }
    }
    for (const id of gone) {
      const row = this.#rows.get(id)
      if (row === undefined) continue
      this.#rows.delete(id)
      this.#words.remove(row.slot)
      this.#bySlot[row.slot] = undefined
      removed.push(row)
    }
    if (removed.length + added.length + changed.length === 0) return
    // `replace` copies the new values into the changed rows, so that every list keeps the same objects.
    this.#orders.replace({ removed, added, changed })
    for (const [row] of changed) this.#bySlot[row.slot] = row
    this.#searches.clear()
    this.#suggestions.clear()
  }

  /** The ids of one page and how many products match over all pages. */
  list(query: ProductFilters & { readonly sort?: ProductSort; readonly limit: number; readonly offset: number }): {
    readonly ids: readonly number[]
    readonly total: number
  } {
    const rows = this.#candidates(query, query.sort)
    const tests = [...filterTests(query), ...priceTest(query), ...brandTest(query), ...stockTest(query)]
    const end = query.offset + query.limit
    if (tests.length === 0) return { ids: rows.slice(query.offset, end).map((row) => row.id), total: rows.length }
    const ids: number[] = []
    let total = 0
    for (const row of rows) {
      if (!passes(row, tests)) continue
      if (total >= query.offset && total < end) ids.push(row.id)
      total++
    }
    return { ids, total }
  }

  /** One page of the staff's table; with a search and no sort the best match comes first, otherwise the newest. */
  listForStaff({ search = '', category, stock, sort, limit, offset }: StaffProductQuery): {
    readonly ids: readonly number[]
    readonly total: number
  } {
    const isSearch = search.trim() !== ''
    const found: readonly Row[] = isSearch ? this.#search(search) : this.#orders.in('name')
    const rows = found.filter(
      (row) => (category === undefined || row.category === category) && (stock === undefined || hasStock(row, stock)),
    )
    const sorted = isSearch && sort === undefined ? rows : rows.sort(STAFF_ORDERS[sort ?? 'newest'])
    return { ids: sorted.slice(offset, offset + limit).map((row) => row.id), total: rows.length }
  }

  listEditTimes({ afterId, limit }: EditTimesQuery): readonly EditTime[] {
    return [...this.#rows.values()]
      .filter(({ id }) => id > afterId)
      .sort((a, b) => a.id - b.id)
      .slice(0, limit)
      .map(({ id, updatedAt }) => ({ id, updatedAt: new Date(updatedAt) }))
  }

  stats(): CatalogStats {
    const stats = { products: this.#rows.size, featured: 0, outOfStock: 0 }
    const low: Row[] = []
    for (const row of this.#rows.values()) {
      if (row.isFeatured) stats.featured++
      if (!row.inStock) stats.outOfStock++
      if (hasStock(row, 'low')) low.push(row)
    }
    low.sort(STAFF_ORDERS['stock-low'])
    return {
      ...stats,
      lowStock: low
        .slice(0, LOW_STOCK_SHOWN)
        .map(({ id, name, stockQuantity }) => ({ productId: id, productName: name, stockQuantity })),
    }
  }

  /** Counts per choice; each group ignores its own filter and obeys the others. */
  facets(filters: ProductFilters): ProductFacets {
    const rows = this.#candidates(filters, 'featured')
    const always = filterTests(filters)
    const [byPrice, byBrand, byStock] = [priceTest(filters), brandTest(filters), stockTest(filters)]
    const brands = new Map<string, number>((filters.brands ?? []).map((brand) => [brand, 0]))
    const prices = new Map<number, number>()
    let total = 0
    let inStock = 0
    for (const row of rows) {
      if (!passes(row, always)) continue
      const [fitsPrice, fitsBrand, fitsStock] = [passes(row, byPrice), passes(row, byBrand), passes(row, byStock)]
      if (fitsPrice && fitsStock && row.brand !== '') brands.set(row.brand, (brands.get(row.brand) ?? 0) + 1)
      if (fitsBrand && fitsStock) prices.set(row.priceCents, (prices.get(row.priceCents) ?? 0) + 1)
      if (fitsPrice && fitsBrand && row.inStock) inStock++
      if (fitsPrice && fitsBrand && fitsStock) total++
    }
    const priceRanges = PRICE_RANGES.map((range) => {
      let count = 0
      for (const [priceCents, products] of prices) if (isInPriceRange(priceCents, range)) count += products
      return { range, count }
    })
    const counted = [...brands].map(([brand, count]) => ({ brand, count })).sort((a, b) => (a.brand < b.brand ? -1 : 1))
    return { total, brands: counted, priceRanges, inStock }
  }

  /** At most 8 names and brands that begin with or resemble the text, names first; none below 2 characters. */
  suggest(text: string): readonly string[] {
    const words = wordsOf(text)
    if (text.trim().length < 2 || words.length === 0) return []
    const key = words.join(' ')
    const cached = this.#suggestions.get(key)
    if (cached !== undefined) return cached
    const suggestions = suggestionsFrom(this.#search(text), words)
    this.#suggestions.set(key, suggestions)
    return suggestions
  }

  #put(row: Row, fields: SearchFields): void {
    row.slot = this.#words.add(wordWeights(fields))
    this.#bySlot[row.slot] = row
    this.#rows.set(row.id, row)
  }

  /** Gives a row the slot of its former version, or a new slot when its words have changed. */
  #place(row: Row, fields: SearchFields, before: Row): void {
    if (before.wordsHash === row.wordsHash) {
      row.slot = before.slot
      return
    }
    this.#words.remove(before.slot)
    this.#bySlot[before.slot] = undefined
    row.slot = this.#words.add(wordWeights(fields))
  }

  /** The rows that match the search, in the given order (best match first without one). */
  #candidates(filters: ProductFilters, sort: ProductSort | undefined): readonly Row[] {
    if (filters.search === undefined || filters.search.trim() === '') return this.#orders.in(sort ?? 'featured')
    const found = this.#search(filters.search)
    if (sort === undefined) return found
    if (found.length <= SORTED_UP_TO) return found.toSorted(COMPARE[sort])
    const mark = this.#markSlots(found)
    return this.#orders.in(sort).filter((row) => this.#marks[row.slot] === mark)
  }

  /** Best match first, equal matches in the featured order. Text without words matches nothing. */
  #search(text: string): readonly Row[] {
    const words = wordsOf(text)
    const key = words.join(' ')
    const cached = this.#searches.get(key)
    if (cached !== undefined) return cached
    let rows: readonly Row[] = []
    for (const attempt of attemptsFor(words)) {
      rows = this.#ranked(this.#words.match(attempt.words, attempt), key)
      if (rows.length > 0) break
    }
    this.#searches.set(key, rows)
    return rows
  }

  #ranked(matches: Matches, key: string): readonly Row[] {
    if (matches.slots.length > SORTED_UP_TO) return this.#rankedByOrder(matches)
    const ranked = matches.slots.map((slot) => {
      const row = this.#bySlot[slot] as Row
      const name = wordsOf(row.name).join(' ')
      return { row, score: matches.scoreOf(slot) + (name.startsWith(key) ? 2000 : 0) }
    })
    ranked.sort((a, b) => b.score - a.score || COMPARE.featured(a.row, b.row))
    return ranked.map(({ row }) => row)
  }

  /** For very many matches: groups the featured order by score instead of sorting. */
  #rankedByOrder(matches: Matches): readonly Row[] {
    const mark = this.#markSlots(matches.slots.map((slot) => this.#bySlot[slot] as Row))
    const byScore = new Map<number, Row[]>()
    for (const row of this.#orders.in('featured')) {
      if (this.#marks[row.slot] !== mark) continue
      const score = matches.scoreOf(row.slot)
      const rows = byScore.get(score)
      if (rows === undefined) byScore.set(score, [row])
      else rows.push(row)
    }
    return [...byScore.keys()].sort((a, b) => b - a).flatMap((score) => byScore.get(score) ?? [])
  }

  #markSlots(rows: readonly Row[]): number {
    if (this.#marks.length < this.#bySlot.length) this.#marks = new Uint32Array(this.#bySlot.length * 2)
    this.#mark++
    for (const row of rows) this.#marks[row.slot] = this.#mark
    return this.#mark
  }
}

function wordWeights(fields: SearchFields): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number, formsOf: (text: string) => Iterable<string> = cachedFormsOf) => {
    for (const form of formsOf(text)) if ((weights.get(form) ?? 0) < weight) weights.set(form, weight)
  }
  if (fields.sku !== null) add(fields.sku, WEIGHT.sku, numberFormsOf)
  add(fields.name, WEIGHT.name)
  add(fields.brand, WEIGHT.brand)
  add(fields.category, WEIGHT.category)
  for (const tag of fields.tags) add(tag, WEIGHT.tag)
  for (const feature of fields.features) add(feature, WEIGHT.feature)
  return weights
}

function passes(row: Row, tests: readonly Test[]): boolean {
  for (const test of tests) if (!test(row)) return false
  return true
}

/** The filters that belong to no group of the filter panel. */
function filterTests({ category, featured, business }: ProductFilters): Test[] {
  const tests: Test[] = []
  if (category !== undefined) tests.push((row) => row.category === category)
  if (featured === true) tests.push((row) => row.isFeatured)
  if (business === true) tests.push((row) => row.isBusinessProduct)
  return tests
}

function priceTest({ price }: ProductFilters): Test[] {
  return price === undefined || price === 'all' ? [] : [(row) => isInPriceRange(row.priceCents, price)]
}

function brandTest({ brands }: ProductFilters): Test[] {
  if (brands === undefined || brands.length === 0) return []
  const wanted = new Set(brands)
  return [(row) => wanted.has(row.brand)]
}

function stockTest({ inStock }: ProductFilters): Test[] {
  return inStock === true ? [(row) => row.inStock] : []
}
