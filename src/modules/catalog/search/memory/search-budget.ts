/** What any search may cost. A step is one product of one word looked at; 100,000 take about 0.5 ms. */
const LEAST_STEPS = 300_000
/** A larger catalog has larger lists of products per word. */
const STEPS_PER_PRODUCT = 2
/** How many whole budgets the searches for one text may take: with all of its words, for each of them, and without some. */
const BUDGETS_PER_TEXT = 2

function stepsFor(products: number): number {
  return LEAST_STEPS + STEPS_PER_PRODUCT * products
}

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
  /** How many steps there were. */
  readonly #given: number

  /** @param most how many steps there are at most, when other searches have taken some of them */
  constructor(products: number, most = Infinity) {
    this.#whole = stepsFor(products)
    this.#given = Math.min(this.#whole, most)
    this.left = this.#given
  }

  get isWhole(): boolean {
    return this.left === this.#whole
  }

  get isUsedUp(): boolean {
    return this.left <= 0
  }

  get spent(): number {
    return this.#given - this.left
  }

  /** Takes so many steps from the budget; false when it was used up before. */
  spend(steps: number): boolean {
    if (this.isUsedUp) return false
    this.left -= steps
    return true
  }
}

/** The budgets of the searches for one text, each a whole one until what they have together is used up. */
export class TextBudgets {
  readonly #products: number
  #left: number
  #last: SearchBudget | null = null

  constructor(products: number) {
    this.#products = products
    this.#left = BUDGETS_PER_TEXT * stepsFor(products)
  }

  /** The budget of the next search, to be asked for when the one before has ended. */
  next(): SearchBudget {
    if (this.#last !== null) this.#left -= this.#last.spent
    return (this.#last = new SearchBudget(this.#products, this.#left))
  }
}
