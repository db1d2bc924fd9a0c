import type { NamedProduct } from '../domain/supply-links.ts'

/** More than are written before the job asks for them; of what it never asks for here, no more is kept. */
const MAX_KEPT = 1000

/**
 * What new products are called, as this process has just written them, until the job that links them asks, which runs in
 * the same process as a rule. Most products of a price list have no partner, and to read them again for that took a tenth
 * of an import's processor time.
 */
export class NewProducts {
  readonly #products = new Map<number, NamedProduct>()

  /** To be called once they are committed. */
  keep(products: readonly (NamedProduct & { readonly id: number })[]): void {
    if (this.#products.size + products.length > MAX_KEPT) this.#products.clear()
    if (products.length > MAX_KEPT) return
    for (const { id, sku, name, brand, category, fits } of products)
      this.#products.set(id, { sku, name, brand, category, fits })
  }

  /** These products, which are kept no longer; null when one of them is not known. */
  take(ids: readonly number[]): readonly NamedProduct[] | null {
    const taken: NamedProduct[] = []
    for (const id of ids) {
      const product = this.#products.get(id)
      if (product !== undefined) taken.push(product)
      this.#products.delete(id)
    }
    return taken.length === ids.length ? taken : null
  }
}
