// The API paths that public screens read first. They are apart from the table of screens, because the browser's first
// load does not need them.
import { finderPath, fittingPath, MOST_SELLING_PATH, productPath, reviewsPath } from './api-paths.ts'
import { comparedIds, isProductId } from './comparison.ts'
import { parseFinderQuery } from './finder-choices.ts'
import { facetsPath, parseListingQuery, productsPath, type ListingScreen } from './listing.ts'
import { screenAt, type ScreenId } from './screens.ts'

type Params = Readonly<Record<string, string>>

const listing = (screen: ListingScreen) => (_params: Params, query: URLSearchParams) => {
  const asked = parseListingQuery(query, screen)
  return [productsPath(asked), facetsPath(asked)]
}

const READS: { readonly [id in ScreenId]?: (params: Params, query: URLSearchParams) => readonly string[] } = {
  home: () => [MOST_SELLING_PATH],
  products: listing('products'),
  product: ({ id = '' }) =>
    isProductId(id) ? [productPath, reviewsPath, fittingPath].map((pathOf) => pathOf(Number(id))) : [],
  printers: listing('printers'),
  'photo-printers': listing('photo-printers'),
  finder: (_params, query) => {
    const asked = parseFinderQuery(query)
    return asked === null ? [] : [finderPath(asked)]
  },
  compare: (_params, query) => comparedIds(query.get('ids')).map(productPath),
}

/** The API paths that the screen at an address ("/products?category=printers") reads first. */
export function firstReads(address: string): readonly string[] {
  const { pathname, searchParams } = new URL(address, 'http://shop.invalid')
  const { id, params } = screenAt(pathname)
  return READS[id]?.(params, searchParams) ?? []
}
