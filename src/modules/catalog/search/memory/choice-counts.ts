import { CHOICES, FACET_NAMES, type Choice, type FacetChoices, chosenOf } from '../../domain/product-facets.ts'
import type { Bitmap } from './bitmap.ts'
import { Facet } from './facet.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

const BITS: ReadonlyMap<Choice, number> = new Map(CHOICES.map((choice, i) => [choice, 1 << i]))

/** Choices as the bits of a number, of which there are 32 at most. */
function bitsOf(choices: readonly Choice[]): number {
  return choices.reduce((bits, choice) => bits | (BITS.get(choice) ?? 0), 0)
}

/**
 * What each product can be chosen by, as one of the combinations that occur. There are some hundreds of them, so that to
 * count the products of each and to add up their bits takes a tenth of the time of counting each choice by itself.
 */
export class ChoiceColumn {
  readonly #combinations = new Facet()
  /** The bits of each combination by its number. */
  #bits: number[] = []

  put(slot: number, choices: readonly Choice[]): void {
    this.#combinations.put(slot, String(bitsOf(choices)))
  }

  delete(slot: number): void {
    this.#combinations.delete(slot)
  }

  /** Valid until the next change. */
  countsIn(set: Bitmap): ChoiceCounts {
    const counts = this.#combinations.numbersIn(set)
    while (this.#bits.length < counts.length) {
      const text = this.#combinations.valueAt(this.#bits.length)
      if (text === '' && this.#bits.length > 0) break
      this.#bits.push(Number(text))
    }
    return new ChoiceCounts(this.#bits, counts)
  }

  save(writer: SnapshotWriter): void {
    this.#combinations.save(writer)
  }

  load(reader: SnapshotReader): void {
    this.#combinations.load(reader)
    this.#bits = []
  }
}

/** How many products of a set have which choices. */
export class ChoiceCounts {
  readonly #bits: readonly number[]
  readonly #counts: Uint32Array
  #single: Float64Array | null = null

  constructor(bits: readonly number[], counts: Uint32Array) {
    this.#bits = bits
    this.#counts = counts
  }

  /** How many have the choice at a place of `CHOICES`. */
  at(place: number): number {
    return (this.#single ??= this.#countSingle())[place] ?? 0
  }

  /** How many have of every facet one of the values asked for. */
  fitting(asked: FacetChoices): number {
    const groups = FACET_NAMES.map((facet) => bitsOf(chosenOf(asked, facet))).filter((bits) => bits !== 0)
    let total = 0
    for (let number = 1; number < this.#bits.length; number++) {
      const bits = this.#bits[number] as number
      if (groups.every((group) => (bits & group) !== 0)) total += this.#counts[number] as number
    }
    return total
  }

  #countSingle(): Float64Array {
    const single = new Float64Array(CHOICES.length)
    for (let number = 1; number < this.#bits.length; number++) {
      const count = this.#counts[number] as number
      if (count === 0) continue
      for (let bits = this.#bits[number] as number; bits !== 0; bits &= bits - 1) {
        const place = 31 - Math.clz32(bits & -bits)
        single[place] = (single[place] as number) + count
      }
    }
    return single
  }
}
