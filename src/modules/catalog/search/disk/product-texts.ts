import { crc32 } from 'node:zlib'
import type { Logger } from '#platform/log/logger'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { SnapshotReader, SnapshotWriter } from '../memory/snapshot.ts'
import { productText, textIn, type ProductText } from '../product-text.ts'
import type { TextFile } from './text-file.ts'
import { NOWHERE, TextTable } from './text-table.ts'

const MOVED_AT_ONCE = 200

function linksOf({ product: { linkedIds } }: StoredProduct): number {
  return linkedIds.length === 0 ? 0 : crc32(linkedIds.join()) || 1
}

/**
 * The public JSON of every product, made once per version and kept in a file; memory holds where it lies and what it is
 * compared by. A text that is not in the file, or is damaged there, is null: the caller makes it from the database and
 * hands it back by `update`. Without a file that is every text; while the disk is full, every one that is not in the file.
 */
export class ProductTexts {
  readonly #encoder: ProductEncoder
  readonly #logger: Logger
  #file: TextFile | null
  /** Whether the disk took nothing when it was last asked: until it does, what is not in the file is not written there. */
  #isFull = false
  readonly #table = new TextTable()

  constructor(deps: { readonly encoder: ProductEncoder; readonly file: TextFile | null; readonly logger: Logger }) {
    this.#encoder = deps.encoder
    this.#file = deps.file
    this.#logger = deps.logger
  }

  has(id: number): boolean {
    return this.#table.slotOf(id) !== undefined
  }

  /** Whether texts are kept that are made from the database. */
  get isKept(): boolean {
    return this.#file !== null && !this.#isFull
  }

  /** When the version that is known here was written, in ms; undefined for an unknown product. */
  changedAtOf(id: number): number | undefined {
    const slot = this.#table.slotOf(id)
    return slot === undefined ? undefined : this.#table.changedAt[slot]
  }

  /** Whether supplies fit a known product, or it fits others; undefined for an unknown one. */
  hasLinks(id: number): boolean | undefined {
    const slot = this.#table.slotOf(id)
    return slot === undefined ? undefined : this.#table.links[slot] !== 0
  }

  /** The text of a known product; null when it must be made again, undefined when there is no such product. */
  find(id: number): ProductText | null | undefined {
    const slot = this.#table.slotOf(id)
    if (slot === undefined) return undefined
    const place = this.#table.placeOf(slot)
    if (place === NOWHERE || this.#file === null) return null
    try {
      const text = { json: this.#file.read(place, this.#table.lengthOf(slot)), hash: this.#table.hashOf(slot) }
      if (this.#table.isWhole[slot] === 1) return text
      if (crc32(text.json) === this.#table.checksums[slot]) {
        this.#table.isWhole[slot] = 1
        return text
      }
    } catch (error) {
      // From now on every text is made from the database.
      this.#warn(error)
      this.#file = null
    }
    this.#table.setPlace(slot, NOWHERE)
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
      const known = this.#table.slotOf(id)
      const slot = known ?? this.#table.add(id)
      const isSame = known !== undefined && this.#table.hashOf(slot) === text.hash
      const links = linksOf(stored)
      const isShown = known === undefined || this.#table.shown[slot] !== shown || this.#table.links[slot] !== links
      if (!isSame || isShown) changes?.countProduct(id, { isShown })
      this.#table.changedAt[slot] = stored.changedAt
      this.#table.shown[slot] = shown
      this.#table.links[slot] = links
      if (isSame && this.#table.placeOf(slot) !== NOWHERE) continue
      this.#release(slot)
      this.#table.setText(slot, { length: text.json.length, hash: text.hash, checksum: crc32(text.json) })
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
    if (file === null || this.#isFull || sparse.length === 0) return false
    const isSparse = (place: number) => sparse.some(({ from, to }) => place >= from && place < to)
    const moved: { readonly slot: number; readonly text: Buffer }[] = []
    let released = 0
    for (const slot of this.#table.placed()) {
      if (released === MOVED_AT_ONCE) break
      const place = this.#table.placeOf(slot)
      if (!isSparse(place)) continue
      const text = file.read(place, this.#table.lengthOf(slot))
      this.#release(slot)
      released++
      if (crc32(text) === this.#table.checksums[slot]) moved.push({ slot, text })
    }
    this.#write(moved)
    return released > 0
  }

  /** Gives all texts up, when another object holds the products from now on. */
  releaseAll(): void {
    for (const slot of this.#table.placed()) this.#release(slot)
  }

  /** Makes room for further products, in steps between which others can be answered. */
  makeRoom(): Iterable<void> {
    return this.#table.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    this.#table.save(writer)
  }

  /** @param options.withPlaces false leaves the texts out: each is made again, from the database, when it is asked for */
  load(reader: SnapshotReader, { withPlaces }: { readonly withPlaces: boolean }): void {
    this.#table.load(reader)
    for (const slot of this.#table.placed()) {
      if (withPlaces) this.#file?.claim(this.#table.placeOf(slot), this.#table.lengthOf(slot))
      else this.#table.setPlace(slot, NOWHERE)
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
        this.#table.setPlace(slot, places[i] ?? NOWHERE)
        this.#table.isWhole[slot] = 1
      }
      this.#isFull = false
    } catch (error) {
      // What is in the file stays of use, and the next change tries again.
      if (!this.#isFull) this.#warn(error)
      this.#isFull = true
    }
  }

  #warn(error: unknown): void {
    this.#logger.warn(
      { err: error },
      'the texts of products cannot be kept on the disk; they are read from the database',
    )
  }

  #remove(id: number): boolean {
    const slot = this.#table.slotOf(id)
    if (slot === undefined) return false
    this.#release(slot)
    this.#table.remove(id, slot)
    return true
  }

  #release(slot: number): void {
    const place = this.#table.placeOf(slot)
    if (place !== NOWHERE) this.#file?.release(place, this.#table.lengthOf(slot))
    this.#table.setPlace(slot, NOWHERE)
  }
}
