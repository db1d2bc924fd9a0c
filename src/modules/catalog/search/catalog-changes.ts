/**
 * How often something changed since the process started. What is made from products (an answer, a page) is kept with the
 * numbers that were true when its making began, and is out of date when one of them has grown.
 */
export interface CatalogChanges {
  /**
   * The highest version of any product so far: what was read after it was taken is out of date once a version is above
   * it.
   */
  readonly latest: number
  /**
   * Grows with each change that may put another product into a list, reorder one, or change a count of the filter panel.
   * A sale after which the product is still in stock is no such change.
   */
  readonly arrangement: number
  /** Grows with each change of the product's public JSON or of its reviews. */
  versionOf(productId: number): number
  /** Grows with each change of these that a page shows: neither the time of an edit nor the exact stock of many pieces. */
  shownVersionOf(productId: number): number
}

/** Above this number of remembered products all products count as changed once, so that the memory is bounded. */
const MAX_REMEMBERED = 50_000

/** Remembers only products that changed, so a catalog that stands still costs nothing. */
export class ChangeCounts implements CatalogChanges {
  #changes = 0
  #arrangement = 0
  /** The version of every product that is not remembered. */
  #others = 0
  readonly #versions = new Map<number, number>()
  readonly #shownVersions = new Map<number, number>()

  get latest(): number {
    return this.#changes
  }

  get arrangement(): number {
    return this.#arrangement
  }

  versionOf(productId: number): number {
    return this.#versions.get(productId) ?? this.#others
  }

  shownVersionOf(productId: number): number {
    return this.#shownVersions.get(productId) ?? this.#others
  }

  countArrangement(): void {
    this.#arrangement++
  }

  countProduct(productId: number, options: { readonly isShown: boolean }): void {
    if (this.#versions.size >= MAX_REMEMBERED) this.countAll()
    this.#changes++
    this.#versions.set(productId, this.#changes)
    if (options.isShown) this.#shownVersions.set(productId, this.#changes)
  }

  countAll(): void {
    this.#changes++
    this.#arrangement++
    this.#others = this.#changes
    this.#versions.clear()
    this.#shownVersions.clear()
  }
}
