/** What any search may cost. A step is one product of one word looked at; 100,000 take about 0.5 ms. */
const LEAST_STEPS = 300_000
/** A larger catalog has larger lists of products per word. */
const STEPS_PER_PRODUCT = 2

/** How large the catalog is. */
export interface CatalogSize {
  /** The number of products: a larger catalog allows a search more steps. */
  readonly size: number
  /** A number above all slots. */
  readonly slots: number
}

/** How far one search may look. */
export interface SearchLimits {
  readonly budget: SearchBudget
  /** A number above all slots. */
  readonly slots: number
}

/**
 * How much one search may still do. When it is used up, the search answers with what it has found, so that no text,
 * however long and unlucky, holds up other visitors.
 */
export class SearchBudget {
  readonly #whole: number
  left: number

  constructor(products: number) {
    this.#whole = LEAST_STEPS + STEPS_PER_PRODUCT * products
    this.left = this.#whole
  }

  get isWhole(): boolean {
    return this.left === this.#whole
  }

  get isUsedUp(): boolean {
    return this.left <= 0
  }

  /** Takes so many steps from the budget; false when it was used up before. */
  spend(steps: number): boolean {
    if (this.isUsedUp) return false
    this.left -= steps
    return true
  }
}
