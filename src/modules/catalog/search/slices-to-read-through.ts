import type { SearchFields } from '../persistence/product-mapping.ts'

/** To read so many products through, word by word, takes some 4 ms of the processor … */
const PRODUCTS_AT_ONCE = 50
/** … of usual texts, which have so many characters together. The longest that are possible have more alone. */
const CHARACTERS_AT_ONCE = 64 * 1024

/**
 * How many are read at once by now. The first products of a process are read by code that is not compiled yet, and fifty
 * of them took 50 ms.
 */
let atOnce = 8

/**
 * Products in pieces, between which others are to be answered.
 * @param productOf undefined for one that is gone
 */
export function* slicesToReadThrough<Item>(
  items: readonly Item[],
  productOf: (item: Item) => ReadThrough | undefined,
): Generator<readonly Item[]> {
  let slice: Item[] = []
  let characters = 0
  for (const item of items) {
    const product = productOf(item)
    const own = product === undefined ? 0 : charactersOf(product)
    if (slice.length >= atOnce || (slice.length > 0 && characters + own > CHARACTERS_AT_ONCE)) {
      yield slice
      if (characters > 0) atOnce = Math.min(PRODUCTS_AT_ONCE, 2 * atOnce)
      slice = []
      characters = 0
    }
    slice.push(item)
    characters += own
  }
  if (slice.length > 0) yield slice
}

type ReadThrough = Pick<SearchFields, 'description' | 'features' | 'fits' | 'specifications'>

/** How many characters there are to read of a product. */
export function charactersOf({ description, features, fits, specifications }: ReadThrough): number {
  let count = description.length
  for (const feature of features) count += feature.length
  for (const model of fits) count += model.length
  if (typeof specifications === 'string') return count + specifications.length
  for (const name in specifications) count += name.length + (specifications[name] ?? '').length
  return count
}
