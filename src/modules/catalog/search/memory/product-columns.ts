import { MEASURES, type Measure, type Measured } from '../../domain/measures.ts'
import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { grown, hasRoom, moved } from './grown.ts'
import { hashOfLists } from './hash-index.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** The numbers of each product by slot. */
export class ProductColumns {
  ids = new Float64Array(0)
  prices = new Float64Array(0)
  ratings = new Float32Array(0)
  /** What a page costs, in mills; see `orderedMillsOf`. */
  pageCosts = new Int32Array(0)
  stock = new Int32Array(0)
  /** When it was last edited, in ms. */
  updatedAt = new Float64Array(0)
  /** What is measured; NaN, which is above and below nothing, where it is not known. */
  readonly measures: Record<Measure, Float32Array> = {
    ppm: new Float32Array(0),
    grams: new Float32Array(0),
    monthlyPages: new Float32Array(0),
  }
  /** A hash of everything that a product is found and chosen by, to detect a change of it. */
  wordsHash = new Uint32Array(0)
  /** For how many slots all columns are long enough. */
  #slots = 0

  put(slot: number, product: SearchFields): void {
    if (slot >= this.#slots) this.#growTo(slot + 1)
    this.ids[slot] = product.id
    this.prices[slot] = product.priceCents
    this.ratings[slot] = product.rating
    this.pageCosts[slot] = orderedMillsOf(product.costPerPage)
    this.stock[slot] = product.stockQuantity
    this.updatedAt[slot] = product.updatedAt.getTime()
    this.wordsHash[slot] = wordsHashOf(product)
  }

  putMeasures(slot: number, measured: Measured): void {
    for (const measure of MEASURES) this.measures[measure][slot] = measured[measure] ?? Number.NaN
  }

  idsOf(slots: ArrayLike<number>): number[] {
    const ids: number[] = []
    for (let i = 0; i < slots.length; i++) ids.push(this.ids[slots[i] as number] as number)
    return ids
  }

  /**
   * Makes room for further products, array by array.
   * @param slots a number above all slots, here and below
   */
  *makeRoom(slots: number): Iterable<void> {
    if (!hasRoom(this.ids, slots)) yield void (this.ids = moved(this.ids))
    if (!hasRoom(this.prices, slots)) yield void (this.prices = moved(this.prices))
    if (!hasRoom(this.ratings, slots)) yield void (this.ratings = moved(this.ratings))
    if (!hasRoom(this.pageCosts, slots)) yield void (this.pageCosts = moved(this.pageCosts))
    if (!hasRoom(this.stock, slots)) yield void (this.stock = moved(this.stock))
    if (!hasRoom(this.updatedAt, slots)) yield void (this.updatedAt = moved(this.updatedAt))
    if (!hasRoom(this.wordsHash, slots)) yield void (this.wordsHash = moved(this.wordsHash))
    for (const measure of MEASURES) {
      const column = this.measures[measure]
      if (!hasRoom(column, slots)) yield void (this.measures[measure] = moved(column))
    }
  }

  save(writer: SnapshotWriter, slots: number): void {
    const { ids, prices, ratings, pageCosts, stock, updatedAt, wordsHash } = this
    for (const column of [ids, prices, ratings, pageCosts, stock, updatedAt, wordsHash])
      writer.numbers(column.subarray(0, slots))
    for (const measure of MEASURES) writer.numbers(this.measures[measure].subarray(0, slots))
  }

  load(reader: SnapshotReader): void {
    this.ids = reader.float64()
    this.prices = reader.float64()
    this.ratings = reader.float32()
    this.pageCosts = reader.int32()
    this.stock = reader.int32()
    this.updatedAt = reader.float64()
    this.wordsHash = reader.uint32()
    for (const measure of MEASURES) this.measures[measure] = reader.float32()
    this.#slots = this.ids.length
  }

  #growTo(slots: number): void {
    this.#slots = slots
    this.ids = grown(this.ids, slots)
    this.prices = grown(this.prices, slots)
    this.ratings = grown(this.ratings, slots)
    this.pageCosts = grown(this.pageCosts, slots)
    this.stock = grown(this.stock, slots)
    this.updatedAt = grown(this.updatedAt, slots)
    this.wordsHash = grown(this.wordsHash, slots)
    for (const measure of MEASURES) this.measures[measure] = grown(this.measures[measure], slots)
  }
}

export function wordsHashOf(product: SearchFields): number {
  const { name, sku, brand, category, tags, features, fits, specifications, description, costPerPage } = product
  const facts =
    typeof specifications === 'string'
      ? [[specifications]]
      : [Object.keys(specifications), Object.values(specifications)]
  // What it can be chosen by, beside what its words say; by the cost of a page in color only the finder chooses.
  const chosen = `${product.pageYield} ${product.supplyColor} ${costPerPage?.blackMills} ${costPerPage?.colorMills}`
  return hashOfLists([[name, sku ?? '', brand, category], tags, features, fits, ...facts, [description, chosen]])
}
