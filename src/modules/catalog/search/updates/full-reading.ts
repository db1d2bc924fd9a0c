import { slicesToReadThrough } from '../slices-to-read-through.ts'
import { READ_AT_ONCE, slicesToRead, type ProductReads } from './product-reads.ts'
import { afterChange, beforeChange, foundById, foundOf, updateState, type ReadModelState } from './read-model-state.ts'

/** How often what changed meanwhile is read while other changes go on; the rest is read alone. */
const MAX_ROUNDS = 10

/**
 * A reading of all products into a state that nobody sees yet. It is told what changes meanwhile and reads that once
 * more, so that in the end the new state is not behind the one that answers.
 */
export class FullReading {
  readonly state: ReadModelState
  readonly #reads: ProductReads
  /** What has changed since it was read. */
  #changed = new Set<number>()

  /** @param state of no product */
  constructor(state: ReadModelState, reads: ProductReads) {
    this.state = state
    this.#reads = reads
  }

  /** Notes that these products are applied to the state that answers. */
  noteChanged(ids: readonly number[]): void {
    for (const id of ids) this.#changed.add(id)
  }

  /**
   * Reads all products, and those that change meanwhile until few are left, as other changes go on. A price list may have
   * changed most of them, and while the rest is read sales wait.
   * @throws CatalogClosed
   */
  async readAll(): Promise<void> {
    await this.#fill()
    for (let round = 0; round < MAX_ROUNDS && this.#changed.size > READ_AT_ONCE; round++) {
      const changed = [...this.#changed]
      this.#changed = new Set()
      await this.#readAgain(changed)
    }
  }

  /**
   * Reads the rest of what changed. To be called while nothing else is applied.
   * @throws CatalogClosed
   */
  readRest(): Promise<void> {
    return this.#readAgain([...this.#changed])
  }

  async #fill(): Promise<void> {
    const { index, texts } = this.state
    for await (const batch of this.#reads.readAll()) {
      for (const slice of slicesToReadThrough(batch, ({ product }) => product)) {
        this.#reads.throwIfClosed()
        await beforeChange(this.state, slice)
        texts.update([], slice)
        for (const { product } of slice) index.fill(product)
        await afterChange(this.state)
      }
    }
    index.finish()
  }

  async #readAgain(ids: readonly number[]): Promise<void> {
    for (const slice of slicesToRead(ids)) {
      const found = foundById(await this.#reads.findMany(slice))
      for (const part of slicesToReadThrough(slice, (id) => found.get(id)?.product)) {
        this.#reads.throwIfClosed()
        await beforeChange(this.state, foundOf(part, found))
        updateState(this.state, part, found)
        await afterChange(this.state)
      }
    }
  }
}
