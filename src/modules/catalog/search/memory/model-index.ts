import { slugIn } from '../../domain/models.ts'
import type { Bitmap } from './bitmap.ts'
import { IntLists } from './int-lists.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/**
 * Which models each supply fits, and which supplies fit each model. A model is the text of `modelText`. Both are kept
 * as numbers, so a supply that changes gives up exactly the models that it lost.
 */
export class ModelIndex {
  #texts: string[] = []
  #numbers = new Map<string, number>()
  /** The numbers of the texts of each slug. */
  #bySlug = new Map<string, number[]>()
  /** By slot: models. */
  readonly #models = new IntLists()
  /** By model: slots. */
  readonly #slots = new IntLists()

  put(slot: number, texts: readonly string[]): void {
    const wanted = new Set(texts.map((text) => this.#numberOf(text)))
    const before = this.#numbersOf(this.#models, slot).slice()
    for (const model of before) {
      if (wanted.delete(model)) continue
      this.#models.remove(slot, model)
      this.#slots.remove(model, slot)
    }
    for (const model of wanted) {
      this.#models.insert(slot, model)
      this.#slots.insert(model, slot)
    }
  }

  /** Adds the supplies that fit one of these models to a set. */
  addSlots(slugs: readonly string[], into: Bitmap): void {
    for (const slug of slugs)
      for (const model of this.#bySlug.get(slug) ?? []) into.addEach(this.#numbersOf(this.#slots, model))
  }

  /** How many products of a set have each model that any has. */
  countsIn(set: Bitmap): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const [model, text] of this.#texts.entries()) {
      let count = 0
      for (const slot of this.#numbersOf(this.#slots, model)) if (set.has(slot)) count++
      if (count > 0) counts.set(text, count)
    }
    return counts
  }

  save(writer: SnapshotWriter): void {
    writer.json(this.#texts)
    this.#models.save(writer)
    this.#slots.save(writer)
  }

  load(reader: SnapshotReader): void {
    this.#texts = []
    this.#numbers = new Map()
    this.#bySlug = new Map()
    for (const text of reader.json() as string[]) this.#numberOf(text)
    this.#models.load(reader)
    this.#slots.load(reader)
  }

  #numbersOf(lists: IntLists, list: number): Uint32Array {
    const start = lists.startOf(list)
    return lists.numbers.subarray(start, start + lists.countOf(list))
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#texts.push(text) - 1
    this.#numbers.set(text, number)
    const slug = slugIn(text)
    this.#bySlug.set(slug, [...(this.#bySlug.get(slug) ?? []), number])
    return number
  }
}
