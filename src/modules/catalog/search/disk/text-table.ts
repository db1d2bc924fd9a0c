import { grown, hasRoom, moved, withRoom } from '../memory/grown.ts'
import { SlotTable } from '../memory/slot-table.ts'
import type { SnapshotReader, SnapshotWriter } from '../memory/snapshot.ts'

/** The place of a text that is not in the file. */
export const NOWHERE = -1
/** The numbers of a text that every read needs, and how many there are. */
const [PLACE, LENGTH, HASH, NUMBERS] = [0, 1, 2, 3]

/** What is known of the text of every product, in columns by slot: some 50 bytes per product. */
export class TextTable {
  readonly #slots = new SlotTable()
  #free: number[] = []
  #used = 0
  #ids = new Float64Array(0)
  /**
   * Place, length and hash of each slot side by side: a list reads those of two dozen texts anywhere, and each number in
   * an array of its own had to be fetched alone.
   */
  #texts = new Float64Array(0)
  /** When the version of the product was written, in ms. */
  changedAt = new Float64Array(0)
  /** Of the bytes, to find damage on the disk in a tenth of the time that the hash takes. */
  checksums = new Uint32Array(0)
  /** What a page shows of the product and its reviews, as a number. */
  shown = new Uint32Array(0)
  /** Of the ids of linked products; 0 without one. */
  links = new Uint32Array(0)
  /** 1 for a text that this process wrote, or has found whole: what was whole once stays so. */
  isWhole = new Uint8Array(0)

  slotOf(id: number): number | undefined {
    return this.#slots.get(id)
  }

  /** The slot of a new product, whose text is nowhere. */
  add(id: number): number {
    const slot = this.#free.pop() ?? this.#used++
    this.#ids = grown(this.#ids, this.#used)
    this.#texts = grown(this.#texts, NUMBERS * this.#used)
    this.changedAt = grown(this.changedAt, this.#used)
    this.checksums = grown(this.checksums, this.#used)
    this.shown = grown(this.shown, this.#used)
    this.links = grown(this.links, this.#used)
    this.isWhole = grown(this.isWhole, this.#used)
    this.#slots.set(id, slot)
    this.#ids[slot] = id
    this.setPlace(slot, NOWHERE)
    return slot
  }

  /** Its slot is given to another product later. */
  remove(id: number, slot: number): void {
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  placeOf(slot: number): number {
    return this.#texts[NUMBERS * slot + PLACE] as number
  }

  lengthOf(slot: number): number {
    return this.#texts[NUMBERS * slot + LENGTH] as number
  }

  hashOf(slot: number): number {
    return this.#texts[NUMBERS * slot + HASH] as number
  }

  setPlace(slot: number, place: number): void {
    this.#texts[NUMBERS * slot + PLACE] = place
  }

  setText(slot: number, { length, hash, checksum }: Record<'length' | 'hash' | 'checksum', number>): void {
    this.#texts[NUMBERS * slot + LENGTH] = length
    this.#texts[NUMBERS * slot + HASH] = hash
    this.checksums[slot] = checksum
  }

  /** The slots whose text is in the file. */
  *placed(): Iterable<number> {
    for (let slot = 0; slot < this.#used; slot++) if (this.placeOf(slot) !== NOWHERE) yield slot
  }

  /** Makes room for further products, array by array. */
  *makeRoom(): Iterable<void> {
    if (!hasRoom(this.#texts, NUMBERS * this.#used)) yield void (this.#texts = moved(this.#texts))
    if (!hasRoom(this.#ids, this.#used)) yield void (this.#ids = moved(this.#ids))
    if (!hasRoom(this.changedAt, this.#used)) yield void (this.changedAt = moved(this.changedAt))
    if (!hasRoom(this.checksums, this.#used)) yield void (this.checksums = moved(this.checksums))
    if (!hasRoom(this.shown, this.#used)) yield void (this.shown = moved(this.shown))
    if (!hasRoom(this.links, this.#used)) yield void (this.links = moved(this.links))
    if (!hasRoom(this.isWhole, this.#used)) yield void (this.isWhole = moved(this.isWhole))
  }

  save(writer: SnapshotWriter): void {
    const used = this.#used
    writer.numbers(this.#texts.slice(0, NUMBERS * used))
    for (const each of [this.#ids, this.changedAt, this.checksums, this.shown, this.links])
      writer.numbers(each.slice(0, used))
    writer.json(this.#free)
  }

  load(reader: SnapshotReader): void {
    this.#texts = reader.float64()
    this.#ids = reader.float64()
    this.changedAt = reader.float64()
    this.checksums = reader.uint32()
    this.shown = reader.uint32()
    this.links = reader.uint32()
    this.isWhole = new Uint8Array(withRoom(this.#ids.length))
    this.#used = this.#ids.length
    this.#free = reader.json() as number[]
    const free = new Set(this.#free)
    for (let slot = 0; slot < this.#used; slot++) if (!free.has(slot)) this.#slots.set(this.#ids[slot] ?? 0, slot)
  }
}
