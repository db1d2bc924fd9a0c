import { crc32 } from 'node:zlib'
import type { Logger } from '#platform/logger'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import { grown } from '../memory/grown.ts'
import { SlotTable } from '../memory/slot-table.ts'
import type { SnapshotReader, SnapshotWriter } from '../memory/snapshot.ts'
import { productText, textIn, type ProductText } from '../product-text.ts'
import type { TextFile } from './text-file.ts'

/** The place of a text that is not in the file. */
const NOWHERE = -1
/** The numbers of a text that every read needs, and how many there are. */
const [PLACE, LENGTH, HASH, NUMBERS] = [0, 1, 2, 3]
const MOVED_AT_ONCE = 200

function linksOf({ product: { linkedIds } }: StoredProduct): number {
  return linkedIds.length === 0 ? 0 : crc32(linkedIds.join()) || 1
}

/**
 * The public JSON of every product, made once per version and kept in a file; memory holds where it lies, its hash, its
 * checksum, the version, and whether anything is linked to it, some 50 bytes per product. A text that is not in the
 * file, or is damaged there, is null: the caller makes it from the database and hands it back by `update`. Without a
 * file, or when it cannot be written, that is every text.
 */
export class ProductTexts {
  readonly #encoder: ProductEncoder
  readonly #logger: Logger
  #file: TextFile | null
  readonly #slots = new SlotTable()
  readonly #free: number[] = []
  #used = 0
  #ids = new Float64Array(0)
  /**
   * Place, length and hash of each slot side by side: a list reads those of two dozen texts anywhere, and each number in
   * an array of its own had to be fetched alone.
   */
  #texts = new Float64Array(0)
  #changedAt = new Float64Array(0)
  /** Of the bytes, to find damage on the disk in a tenth of the time that the hash takes. */
  #checksums = new Uint32Array(0)
  #shown = new Uint32Array(0)
  /** Of the ids of linked products; 0 without one. */
  #links = new Uint32Array(0)
  /** 1 for a text that this process wrote, or has found whole: what was whole once stays so. */
  #isWhole = new Uint8Array(0)

  constructor(deps: { readonly encoder: ProductEncoder; readonly file: TextFile | null; readonly logger: Logger }) {
    this.#encoder = deps.encoder
    this.#file = deps.file
    this.#logger = deps.logger
  }

  has(id: number): boolean {
    return this.#slots.has(id)
  }

  /** Whether texts are kept; otherwise each is made from the database. */
  get isKept(): boolean {
    return this.#file !== null
  }

  /** When the version that is known here was written, in ms; undefined for an unknown product. */
  changedAtOf(id: number): number | undefined {
    const slot = this.#slots.get(id)
    return slot === undefined ? undefined : this.#changedAt[slot]
  }

  /** Whether supplies fit a known product, or it fits others; undefined for an unknown one. */
  hasLinks(id: number): boolean | undefined {
    const slot = this.#slots.get(id)
    return slot === undefined ? undefined : this.#links[slot] !== 0
  }

  /** The text of a known product; null when it must be made again, undefined when there is no such product. */
  find(id: number): ProductText | null | undefined {
    const slot = this.#slots.get(id)
    if (slot === undefined) return undefined
    const place = this.#of(slot, PLACE)
    if (place === NOWHERE || this.#file === null) return null
    try {
      const text = { json: this.#file.read(place, this.#of(slot, LENGTH)), hash: this.#of(slot, HASH) }
      if (this.#isWhole[slot] === 1) return text
      if (crc32(text.json) === this.#checksums[slot]) {
        this.#isWhole[slot] = 1
        return text
      }
    } catch (error) {
      this.#giveUp(error)
    }
    this.#put(slot, PLACE, NOWHERE)
    return null
  }

  textOf({ product }: StoredProduct): ProductText {
    return productText(this.#encoder, product)
  }

  /** Takes in what was read of the products with these ids, and counts what changed; those not among it are gone. */
  update(ids: readonly number[], products: readonly StoredProduct[], changes?: ChangeCounts): void {
    const gone = new Set(ids)
    const written: { readonly slot: number; readonly text: Buffer }[] = []
    // Each once: of two texts that are written for a product nobody would ever release the first.
    for (const [id, stored] of new Map(products.map((each) => [each.product.id, each]))) {
      gone.delete(id)
      const encoded = this.#encoder.encode(stored.product)
      const text = textIn(encoded)
      const shown = this.#shownOf(stored, encoded)
      const known = this.#slots.get(id)
      const slot = known ?? this.#add(id)
      const isSame = known !== undefined && this.#of(slot, HASH) === text.hash
      const links = linksOf(stored)
      const isShown = known === undefined || this.#shown[slot] !== shown || this.#links[slot] !== links
      if (!isSame || isShown) changes?.countProduct(id, { isShown })
      this.#changedAt[slot] = stored.changedAt
      this.#shown[slot] = shown
      this.#links[slot] = links
      if (isSame && this.#of(slot, PLACE) !== NOWHERE) continue
      this.#release(slot)
      this.#put(slot, LENGTH, text.json.length)
      this.#put(slot, HASH, text.hash)
      this.#checksums[slot] = crc32(text.json)
      written.push({ slot, text: text.json })
    }
    this.#write(written)
    for (const id of gone) {
      if (!this.#remove(id)) continue
      changes?.countProduct(id, { isShown: true })
    }
  }

  /**
   * Moves the next texts out of segments that are mostly released. What another object keeps in such a segment stays.
   * @returns whether it moved or released any, so that there may be more to do
   */
  compact(): boolean {
    const file = this.#file
    const sparse = file?.sparse() ?? []
    if (file === null || sparse.length === 0) return false
    const isSparse = (place: number) => sparse.some(({ from, to }) => place >= from && place < to)
    const moved: { readonly slot: number; readonly text: Buffer }[] = []
    let released = 0
    for (let slot = 0; slot < this.#used && released < MOVED_AT_ONCE; slot++) {
      const place = this.#of(slot, PLACE)
      if (place === NOWHERE || !isSparse(place)) continue
      const text = file.read(place, this.#of(slot, LENGTH))
      this.#release(slot)
      released++
      if (crc32(text) === this.#checksums[slot]) moved.push({ slot, text })
    }
    this.#write(moved)
    return released > 0
  }

  /** Gives all texts up, when another object holds the products from now on. */
  releaseAll(): void {
    for (let slot = 0; slot < this.#used; slot++) this.#release(slot)
  }

  save(writer: SnapshotWriter): void {
    const used = this.#used
    writer.numbers(this.#texts.slice(0, NUMBERS * used))
    for (const each of [this.#ids, this.#changedAt, this.#checksums, this.#shown, this.#links])
      writer.numbers(each.slice(0, used))
    writer.json(this.#free)
  }

  /** @param options.withPlaces false leaves the texts out: each is made again, from the database, when it is asked for */
  load(reader: SnapshotReader, { withPlaces }: { readonly withPlaces: boolean }): void {
    this.#texts = reader.float64()
    this.#ids = reader.float64()
    this.#changedAt = reader.float64()
    this.#checksums = reader.uint32()
    this.#shown = reader.uint32()
    this.#links = reader.uint32()
    this.#isWhole = new Uint8Array(this.#ids.length)
    this.#used = this.#ids.length
    this.#free.push(...(reader.json() as number[]))
    const free = new Set(this.#free)
    for (let slot = 0; slot < this.#used; slot++) {
      if (free.has(slot)) continue
      this.#slots.set(this.#ids[slot] ?? 0, slot)
      if (!withPlaces) this.#put(slot, PLACE, NOWHERE)
      const place = this.#of(slot, PLACE)
      if (place !== NOWHERE) this.#file?.claim(place, this.#of(slot, LENGTH))
    }
  }

  /** What a page shows of a product and its reviews, as a number. */
  #shownOf({ product, reviewsChangedAt }: StoredProduct, encoded: string): number {
    return crc32(this.#encoder.shownOf(product, encoded), reviewsChangedAt % 2 ** 32)
  }

  #write(texts: readonly { readonly slot: number; readonly text: Buffer }[]): void {
    if (this.#file === null || texts.length === 0) return
    try {
      const places = this.#file.append(texts.map(({ text }) => text))
      for (const [i, { slot }] of texts.entries()) {
        this.#put(slot, PLACE, places[i] ?? NOWHERE)
        this.#isWhole[slot] = 1
      }
    } catch (error) {
      this.#giveUp(error)
    }
  }

  /** From now on every text is made from the database. */
  #giveUp(error: unknown): void {
    this.#logger.warn(
      { err: error },
      'the texts of products cannot be kept on the disk; they are read from the database',
    )
    this.#file = null
  }

  #add(id: number): number {
    const slot = this.#free.pop() ?? this.#used++
    this.#ids = grown(this.#ids, this.#used)
    this.#texts = grown(this.#texts, NUMBERS * this.#used)
    this.#changedAt = grown(this.#changedAt, this.#used)
    this.#checksums = grown(this.#checksums, this.#used)
    this.#shown = grown(this.#shown, this.#used)
    this.#links = grown(this.#links, this.#used)
    this.#isWhole = grown(this.#isWhole, this.#used)
    this.#slots.set(id, slot)
    this.#ids[slot] = id
    this.#put(slot, PLACE, NOWHERE)
    return slot
  }

  #remove(id: number): boolean {
    const slot = this.#slots.get(id)
    if (slot === undefined) return false
    this.#release(slot)
    this.#slots.delete(id)
    this.#free.push(slot)
    return true
  }

  #release(slot: number): void {
    const place = this.#of(slot, PLACE)
    if (place !== NOWHERE) this.#file?.release(place, this.#of(slot, LENGTH))
    this.#put(slot, PLACE, NOWHERE)
    this.#isWhole[slot] = 0
  }

  /** @param number one of those that every read needs */
  #of(slot: number, number: number): number {
    return this.#texts[NUMBERS * slot + number] as number
  }

  #put(slot: number, number: number, value: number): void {
    this.#texts[NUMBERS * slot + number] = value
  }
}
