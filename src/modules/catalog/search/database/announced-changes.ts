import type { ProductEncoder } from '../../domain/product-encoder.ts'
import type { Product } from '../../domain/product.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import { MAX_AWAITED } from '../updates/index-updater.ts'
import type { WordUpdater } from './word-updater.ts'

/** Counts what was announced, for the answers that others keep, and has the words of these products written again. */
export class AnnouncedChanges {
  readonly #changes: ChangeCounts
  readonly #words: Pick<WordUpdater, 'update'>
  readonly #encoder: ProductEncoder

  constructor(deps: {
    readonly changes: ChangeCounts
    readonly words: Pick<WordUpdater, 'update'>
    readonly encoder: ProductEncoder
  }) {
    this.#changes = deps.changes
    this.#words = deps.words
    this.#encoder = deps.encoder
  }

  /** Resolves when the products are found by their words. */
  async refresh(productIds: readonly number[]): Promise<void> {
    for (const id of productIds) this.#changes.countProduct(id, { isShown: true })
    this.#changes.countArrangement()
    await this.#words.update(productIds)
    // Lists that did not wait for so many were made without them.
    if (productIds.length > MAX_AWAITED) this.#changes.countArrangement()
  }

  /** A sale changes no words. */
  noteSold(sold: readonly { readonly product: Product }[]): void {
    for (const { product } of sold) this.#changes.countProduct(product.id, { isShown: this.#isSaleShown(product) })
    // What is still in stock is in the same lists by the same words.
    if (sold.some(({ product }) => !product.inStock)) this.#changes.countArrangement()
  }

  /** Whether a page shows that pieces of this product were sold: not how many of many are left. */
  #isSaleShown(left: Product): boolean {
    const shown = (product: Product) => this.#encoder.shownOf(product, this.#encoder.encode(product))
    return shown(left) !== shown({ ...left, inStock: true, stockQuantity: left.stockQuantity + 1 })
  }
}
