import { fold, wordsOf } from '../domain/words.ts'
import type { Product } from '../domain/product.ts'
import type { CatalogSearch } from '../search/catalog-search.ts'

/** A number that somebody searched for, with the words beside it that are neither what a part is nor what it prints. */
export interface AskedPart {
  readonly number: string
  readonly brandWords: readonly string[]
  /** Whether a brand beside it is enough to take it for a part's. */
  readonly mayBeByBrand: boolean
}

/** Whether a number is one of a part, as far as the catalog can tell. */
export type KnowsPart = (part: AskedPart) => Promise<boolean>

/** The last digits differ between the parts of one maker. */
const OWN_DIGITS = 3
const COMPARED = 20

/**
 * A number is one of a part when all words beside it are brands of the catalog, or when the catalog has one of the same
 * length that begins alike; other words beside it must be brands in any case.
 */
export function createKnowsPart({
  search,
  findProducts,
}: {
  readonly search: Pick<CatalogSearch, 'list' | 'brands'>
  readonly findProducts: (ids: readonly number[]) => Promise<readonly Pick<Product, 'sku' | 'name'>[]>
}): KnowsPart {
  async function areBrands(words: readonly string[]): Promise<boolean> {
    const known = new Set((await search.brands()).flatMap(wordsOf))
    return words.flatMap(wordsOf).every((word) => known.has(word))
  }

  async function resembles(number: string): Promise<boolean> {
    const beginning = number.slice(0, -OWN_DIGITS)
    const { ids } = await search.list({ search: beginning, limit: COMPARED, offset: 0 })
    const alike = new RegExp(String.raw`(?<!\d)${beginning}\d{${OWN_DIGITS}}(?!\d)`)
    return (await findProducts(ids)).some(({ sku, name }) => alike.test(`${sku ?? ''} ${fold(name)}`))
  }

  return async function knowsPart({ number, brandWords, mayBeByBrand }) {
    if (brandWords.length > 0 && !(await areBrands(brandWords))) return false
    return (mayBeByBrand && brandWords.length > 0) || resembles(number)
  }
}
