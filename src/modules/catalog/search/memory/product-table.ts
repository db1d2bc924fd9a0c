import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { modelsOf, modelText } from '../../domain/models.ts'
import { isBestseller } from '../../domain/product.ts'
import { facetsOf } from '../facets-of.ts'
import { readMeasures } from '../measures-of.ts'
import { charactersOf } from '../slices-to-read-through.ts'
import { readTexts, WeighedWords, weighWords } from '../weights.ts'
import { ModelIndex } from './model-index.ts'
import { NameColumn } from './name-column.ts'
import { CHANGE, isRearrangement } from './product-changes.ts'
import { ProductColumns, wordsHashOf } from './product-columns.ts'
import { ProductOrders } from './product-orders.ts'
import { ProductSets } from './product-sets.ts'
import { SlotTable } from './slot-table.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { WordIndex } from './word-index.ts'

const UNKNOWN = { ppm: null, grams: null, monthlyPages: null }
/** How many added products may be missing in the orders: putting a thousand in takes some milliseconds. */
const MAX_ADDED = 1000
/** Products with so many characters are read ahead: they may have thousands of words that no product had. */
const LONG = 8 * 1024
/** So many of their texts take about a millisecond. */
const TEXTS_AT_ONCE = 8

/**
 * The products as columns: what is known of the product with a slot stands at that place of every column, set, order and
 * list of words. A product keeps its slot; the slot of a removed one is given to the next new one.
 */
export class ProductTable {
  readonly columns = new ProductColumns()
  readonly sets = new ProductSets()
  readonly names = new NameColumn()
  readonly words = new WordIndex()
  readonly models = new ModelIndex()
  readonly orders = new ProductOrders(this.columns, this.sets, this.names)
  readonly #slots = new SlotTable()
  #free: number[] = []
  /** A number above all slots. */
  #end = 0
  /** The words of one product. */
  readonly #weighed = new WeighedWords()
  /** New products that the orders do not have yet. */
  #added = new Map<number, number>()

  get size(): number {
    return this.#slots.size
  }

  /** A number above all slots. */
  get slots(): number {
    return this.#end
  }

  /** Whether most words, or most names of one kind, are in no product any more. */
  get isMostlyUnused(): boolean {
    const { words, models, sets } = this
    return [words, models, sets.brands, sets.categories].some(({ isMostlyUnused }) => isMostlyUnused)
  }

  /** Adds a new product, which lists do not show before `settle`. */
  add(product: SearchFields): void {
    const slot = this.#free.pop() ?? this.#end++
    this.#slots.set(product.id, slot)
    this.#put(slot, product, CHANGE.all)
    this.#added.set(slot, CHANGE.all)
    if (this.#added.size >= MAX_ADDED) this.settle()
  }

  /** Puts the added products into the orders. */
  settle(): void {
    this.orders.putIn(this.#added)
    this.#added.clear()
  }

  /**
   * Reads long products through, and learns their words, in steps between which others can be answered: `update` with
   * them has less to do then.
   */
  *readAhead(products: Iterable<SearchFields>): Iterable<void> {
    for (const product of products) {
      if (charactersOf(product) < LONG || !this.#hasOtherWords(product)) continue
      let texts = 0
      for (const _ of readTexts(product)) if (++texts % TEXTS_AT_ONCE === 0) yield
      const choices = facetsOf(product)
      yield
      const { isQuiet } = readMeasures(product)
      yield
      yield* this.words.learn(weighWords(product, { choices, quiet: isQuiet }, new WeighedWords()))
    }
  }

  /**
   * Adds, changes and removes products: those with these ids that are missing from `products` are removed.
   * @returns whether that changes the arrangement; see `isRearrangement`
   */
  update(ids: Iterable<number>, products: readonly SearchFields[]): boolean {
    this.settle()
    const now = new Map(products.map((product) => [product.id, product]))
    const changed = new Map<number, number>()
    const removed = new Map<number, number>()
    for (const product of now.values()) {
      const slot = this.#slots.get(product.id)
      if (slot !== undefined) changed.set(slot, this.#changeOf(slot, product))
    }
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (slot !== undefined && !now.has(id)) removed.set(slot, CHANGE.all)
    }
    this.orders.takeOut(new Map([...changed, ...removed]))
    for (const slot of removed.keys()) this.#remove(slot)
    let isRearranged = removed.size > 0
    for (const product of now.values()) {
      const slot = this.#slots.get(product.id)
      if (slot === undefined) {
        this.add(product)
        isRearranged = true
      } else {
        const change = changed.get(slot) ?? CHANGE.none
        this.#put(slot, product, change)
        isRearranged ||= isRearrangement(change)
      }
    }
    this.orders.putIn(changed)
    this.settle()
    return isRearranged
  }

  /** Makes room for what the next changes bring, in steps between which others can be answered. */
  *makeRoom(): Iterable<void> {
    yield* this.columns.makeRoom(this.#end)
    yield* this.sets.makeRoom(this.#end)
    yield* this.names.makeRoom(this.#end)
    yield* this.words.makeRoom()
    yield* this.models.makeRoom()
    yield* this.orders.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    writer.json({ end: this.#end, free: this.#free })
    this.columns.save(writer, this.#end)
    this.sets.save(writer, this.#end)
    this.names.save(writer, this.#end)
    this.words.save(writer)
    this.models.save(writer)
    this.orders.save(writer)
  }

  load(reader: SnapshotReader): void {
    const { end, free } = reader.json() as { end: number; free: number[] }
    this.#end = end
    this.#free = free
    this.columns.load(reader)
    this.sets.load(reader)
    this.names.load(reader)
    this.words.load(reader)
    this.models.load(reader)
    this.orders.load(reader)
    for (const slot of this.orders.in('newest').slots) this.#slots.set(this.columns.ids[slot] as number, slot)
  }

  #put(slot: number, product: SearchFields, change: number): void {
    this.columns.put(slot, product)
    this.sets.put(slot, product)
    if (isRearrangement(change)) this.sets.version++
    if ((change & CHANGE.name) !== 0) this.names.put(slot, product.name)
    if ((change & CHANGE.words) !== 0) {
      const choices = facetsOf(product)
      const { measured, isQuiet } = readMeasures(product)
      this.#weighed.clear()
      this.words.put(slot, weighWords(product, { choices, quiet: isQuiet }, this.#weighed))
      this.sets.putChoices(slot, choices)
      this.columns.putMeasures(slot, measured)
      this.models.put(slot, modelsOf(product).map(modelText))
    }
  }

  #remove(slot: number): void {
    this.#slots.delete(this.columns.ids[slot] as number)
    this.columns.putMeasures(slot, UNKNOWN)
    this.models.put(slot, [])
    this.sets.delete(slot)
    this.names.put(slot, '')
    this.#weighed.clear()
    this.words.put(slot, this.#weighed)
    this.#free.push(slot)
  }

  #hasOtherWords(product: SearchFields): boolean {
    const slot = this.#slots.get(product.id)
    return slot === undefined || this.columns.wordsHash[slot] !== wordsHashOf(product)
  }

  /** What is new about a product, as a sum of `CHANGE`. */
  #changeOf(slot: number, product: SearchFields): number {
    const { columns, sets } = this
    const when = (isChanged: boolean, change: number) => (isChanged ? change : CHANGE.none)
    const words = columns.wordsHash[slot] !== wordsHashOf(product)
    return (
      when(words, CHANGE.words) |
      when(words && this.names.valueOf(slot) !== product.name, CHANGE.name) |
      when(columns.prices[slot] !== product.priceCents, CHANGE.price) |
      when(columns.ratings[slot] !== Math.fround(product.rating), CHANGE.rating) |
      when(columns.pageCosts[slot] !== orderedMillsOf(product.costPerPage), CHANGE.pageCost) |
      when(sets.featured.has(slot) !== product.isFeatured, CHANGE.featured) |
      when(sets.bestsellers.has(slot) !== isBestseller(product), CHANGE.featured) |
      when(sets.business.has(slot) !== product.isBusinessProduct, CHANGE.business) |
      when(sets.stock.in.has(slot) !== product.inStock, CHANGE.availability) |
      when(columns.stock[slot] !== product.stockQuantity, CHANGE.stock) |
      when(columns.updatedAt[slot] !== product.updatedAt.getTime(), CHANGE.edited)
    )
  }
}
