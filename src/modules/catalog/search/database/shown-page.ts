import { orderedMillsOf } from '../../domain/cost-per-page.ts'
import { isBestseller } from '../../domain/product.ts'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import { fold } from '../../domain/words.ts'
import type { ProductDocument } from '../../persistence/product-document.ts'
import { toProduct } from '../../persistence/product-mapping.ts'
import { productText, type ProductText } from '../product-text.ts'
import type { Conditions, Sort } from './filters.ts'
import type { ProductQueries } from './product-queries.ts'

/** Others are answered after the texts of so many. */
const READ_AT_ONCE = 25

/** A page as it was found. */
export interface FoundPage {
  readonly ids: readonly number[]
  /** How many products there are in all pages. */
  readonly total: number
  /** What all of its products met when they were found. */
  readonly conditions: Conditions
  /** By what they were sorted; null for matches of a search, best first. */
  readonly sort: Sort | null
}

type Keys = Readonly<Record<string, unknown>>

/**
 * The texts of a page's products. They are found first and read then: what no longer meets the conditions is left out, and
 * the others are in the order of what they show, so that no list contradicts itself while products change.
 */
export async function readShown(
  queries: Pick<ProductQueries, 'listWhole'>,
  { ids, conditions, sort }: Pick<FoundPage, 'ids' | 'conditions' | 'sort'>,
  encoder: ProductEncoder,
): Promise<readonly ProductText[]> {
  const shown: { readonly keys: Keys; readonly text: ProductText }[] = []
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const slice = ids.slice(from, from + READ_AT_ONCE)
    const found = new Map((await queries.listWhole(slice, conditions)).map((document) => [document._id, document]))
    for (const id of slice) {
      const document = found.get(id)
      if (document === undefined) continue
      shown.push({ keys: keysOf(document), text: productText(encoder, toProduct(document)) })
    }
  }
  if (sort !== null) shown.sort((one, other) => compare(sort, one.keys, other.keys))
  return shown.map(({ text }) => text)
}

/** What a product is sorted by. What is stored of it for that is written a moment after the product. */
function keysOf(document: ProductDocument): Keys {
  const { _id, priceCents, rating, isFeatured, name } = document
  return {
    _id,
    priceCents,
    rating,
    isFeatured,
    isBestseller: isBestseller(document),
    sortName: fold(name),
    sortPageCost: orderedMillsOf(document.costPerPage ?? null),
  }
}

function compare(sort: Sort, one: Keys, other: Keys): number {
  for (const [key, direction] of Object.entries(sort)) {
    const [a, b] = [one[key], other[key]]
    if (a !== b) return (a as number) < (b as number) ? -direction : direction
  }
  return 0
}
