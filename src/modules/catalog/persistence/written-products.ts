import type { Product } from '../domain/product.ts'

/** A product as it was written, and when (ms; see `changeTime`). */
interface WrittenProduct {
  readonly product: Product
  readonly changedAt: number
}

/** More than are written before the index asks for them; of what nobody asks for, as in a worker, no more is kept. */
const MAX_KEPT = 1000

/**
 * New products as this process has just written them, until somebody asks for them, which the index of the catalog does
 * right after the commit. Of a price list, whether they are still so is asked in a fifth of the time that reading them
 * takes, and leaves a tenth of the garbage.
 */
export class WrittenProducts {
  readonly #products = new Map<number, WrittenProduct>()

  /** To be called once they are committed. */
  keep(products: readonly Product[], changedAt: Date): void {
    if (this.#products.size + products.length > MAX_KEPT) this.#products.clear()
    if (products.length > MAX_KEPT) return
    for (const product of products) this.#products.set(product.id, { product, changedAt: changedAt.getTime() })
  }

  /** Those of these products that are kept; they are kept no longer. */
  take(ids: readonly number[]): readonly WrittenProduct[] {
    const taken: WrittenProduct[] = []
    if (this.#products.size === 0) return taken
    for (const id of ids) {
      const written = this.#products.get(id)
      if (written === undefined) continue
      this.#products.delete(id)
      taken.push(written)
    }
    return taken
  }
}
