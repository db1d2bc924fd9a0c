import { Bitmap } from './bitmap.ts'

/** How many sets are kept of one order. */
const STEPS = 64
/** Fewer slots are put into a set one by one. */
const LEAST_STEP = 1024

/**
 * Makes the set of the slots between two places of an order, such as all products from $100 to $249.99. Sets of the slots
 * before every sixty-fourth part of the order are kept, so that only what lies between a place and the nearest of them
 * is put in or out one by one: with 100,000 products this takes 5 microseconds instead of 300. They take 0.8 MB there, and are
 * made, in half a millisecond, when somebody asks for the first time after a change of the order.
 */
export class OrderSteps {
  /** The slots before each step. Empty when they must be made. */
  #before: readonly Bitmap[] = []
  #step = 0

  /** To be called when the order changes. */
  forget(): void {
    this.#before = []
  }

  /**
   * @param slots the whole order
   * @param into becomes the set of the slots at the places [from, to)
   */
  between(slots: Uint32Array, from: number, to: number, into: Bitmap): void {
    if (to - from <= LEAST_STEP) {
      into.clear()
      into.addEach(slots.subarray(from, to))
      return
    }
    if (this.#before.length === 0) this.#make(slots)
    const [first, last] = [Math.round(from / this.#step), Math.round(to / this.#step)]
    const [firstPlace, lastPlace] = [first * this.#step, last * this.#step]
    into.becomeCopyOf(this.#at(last).words)
    into.addEach(slots.subarray(lastPlace, to))
    into.deleteEach(slots.subarray(to, lastPlace))
    into.removeAll(this.#at(first))
    into.deleteEach(slots.subarray(firstPlace, from))
    into.addEach(slots.subarray(from, Math.min(firstPlace, to)))
  }

  #at(step: number): Bitmap {
    return this.#before[step] as Bitmap
  }

  #make(slots: Uint32Array): void {
    this.#step = Math.max(LEAST_STEP, Math.ceil(slots.length / STEPS))
    const before: Bitmap[] = []
    const soFar = new Bitmap(slots.length)
    for (let place = 0; place <= slots.length + this.#step / 2; place += this.#step) {
      const set = new Bitmap()
      set.becomeCopyOf(soFar.words)
      before.push(set)
      soFar.addEach(slots.subarray(place, place + this.#step))
    }
    this.#before = before
  }
}
