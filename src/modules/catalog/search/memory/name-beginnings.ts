import { Bitmap } from './bitmap.ts'
import { firstPlace } from './first-place.ts'
import { grown } from './grown.ts'
import type { NameColumn } from './name-column.ts'
import type { ProductOrder } from './product-order.ts'

/**
 * Finds the products whose name begins with a search. In the order of the names they stand next to each other, so that
 * finding them takes some dozens of comparisons; reading the names of the thousands that may took half of a search of
 * two frequent words. Only names of which the words are written otherwise ("4-in-1") are read one by one.
 */
export class NameBeginnings {
  readonly #names: NameColumn
  readonly #order: ProductOrder
  readonly #special = new Bitmap()
  /** Room for the products of which the names are read. */
  #read = new Uint32Array(0)

  /** @param order that of the names */
  constructor(names: NameColumn, order: ProductOrder) {
    this.#names = names
    this.#order = order
  }

  /** Makes a set of those products of another set whose name begins with this text of words. */
  find(text: string, among: Bitmap, into: Bitmap): void {
    const { slots } = this.#order
    this.#order.between(this.#placeOf(slots, text, 0), this.#placeOf(slots, text, 1), into)
    into.removeAll(this.#names.special)
    into.becomeIntersectionOf([into, among])
    const special = this.#special
    special.becomeIntersectionOf([this.#names.special, among])
    const read = (this.#read = grown(this.#read, special.count()))
    const count = special.writeTo(read)
    for (let i = 0; i < count; i++) {
      const slot = read[i] as number
      if (this.#names.beginsWith(slot, text)) into.add(slot)
    }
  }

  /** The first place of a name that compares with a text as `least` does, or higher. */
  #placeOf(slots: Uint32Array, text: string, least: 0 | 1): number {
    return firstPlace(slots.length, (place) => this.#names.compareWith(slots[place] as number, text) >= least)
  }
}
