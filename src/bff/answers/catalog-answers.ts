import { z } from 'zod'
import {
  ListProductsQuery,
  ProductFacets as FacetsContract,
  ProductFilters,
  ReviewList,
  Suggestions,
  SuggestionsQuery,
} from '#contracts/catalog'
import type { CatalogModule, ProductFilters as Filters, ProductPage } from '#modules/catalog'
import { productsChanged } from '#modules/catalog/events'
import type { EventBus } from '#platform/events/event-bus'
import { productIdOf } from '../http/path-ids.ts'
import { presentFacets, presentReview, productJson } from '../presenters/product.ts'
import { makeAnswer, type Answer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'

/** The maximum number of products in a list without `limit`. */
const MAX_UNLIMITED = 1000
const LIST_CACHE_BYTES = 24 * 1024 * 1024
const PRODUCT_CACHE_BYTES = 12 * 1024 * 1024
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }

export type ListQuery = z.output<typeof ListProductsQuery>
export type FilterQuery = z.output<typeof ProductFilters>

/**
 * The responses of the public catalog routes, cached until the catalog publishes that products changed. The routes and
 * the page rendering share them. With `url`, the next request for the same URL is answered by `find` without parsing
 * it.
 */
export interface CatalogAnswers {
  find(url: string): Answer | undefined
  list(query: ListQuery, url?: string): Promise<Answer>
  facets(query: FilterQuery, url?: string): Promise<Answer>
  /** @throws ProductNotFound, also when the text is not an id */
  product(id: string, url?: string): Promise<Answer>
  /** @throws ProductNotFound, also when the text is not an id */
  reviews(id: string, url?: string): Promise<Answer>
  suggestions(text: string, url?: string): Promise<Answer>
  /**
   * The body that a GET of an API path answers, read without HTTP.
   * @throws ProductNotFound; ZodError when the path's parameters are not valid; Error for a path of no public route
   */
  read(path: string): Promise<unknown>
}

export function createCatalogAnswers(deps: {
  readonly catalog: CatalogModule
  readonly events: EventBus
}): CatalogAnswers {
  const { catalog } = deps
  const lists = createAnswerCache({ maxBytes: LIST_CACHE_BYTES })
  const products = createAnswerCache({ maxBytes: PRODUCT_CACHE_BYTES })

  function forget(productIds: readonly number[] | null): void {
    lists.clear()
    if (productIds === null) return products.clear()
    for (const id of productIds) {
      products.forget(`product ${id}`)
      products.forget(`reviews ${id}`)
    }
  }
  deps.events.listen(productsChanged, 'bff.empty-catalog-answers', ({ payload }) => forget(payload.productIds))
  deps.events.onResync('bff.empty-catalog-answers', () => forget(null))

  async function readList(query: ListQuery): Promise<ProductPage> {
    const { name, sort, limit = MAX_UNLIMITED, offset = 0 } = query
    const ids = query.ids ?? (name && (await catalog.findIdsByName(name)))
    if (ids === undefined)
      return catalog.listProducts({ ...filtersOf(query), ...(sort === undefined ? {} : { sort }), limit, offset })
    const found = new Map((await catalog.findProducts(ids)).map((product) => [product.id, product]))
    return { products: ids.flatMap((id) => found.get(id) ?? []), total: found.size }
  }

  const answers: CatalogAnswers = {
    find: (url) => lists.find(url) ?? products.find(url),
    list: (query, url) =>
      lists.load(
        `list ${JSON.stringify([query.ids, query.name, filterKey(query), query.sort, query.limit, query.offset])}`,
        async () => {
          const { products: listed, total } = await readList(query)
          return makeAnswer(`[${listed.map(productJson).join(',')}]`, {
            headers: { ...HEADERS, 'x-total-count': String(total) },
          })
        },
        url,
      ),
    facets: (query, url) =>
      lists.load(
        `facets ${filterKey(query)}`,
        async () => json(FacetsContract, presentFacets(await catalog.countFacets(filtersOf(query)))),
        url,
      ),
    async product(id, url) {
      const productId = productIdOf(id)
      return products.load(
        `product ${productId}`,
        async () => makeAnswer(productJson(await catalog.getProduct(productId)), { headers: HEADERS }),
        url,
      )
    },
    async reviews(id, url) {
      const productId = productIdOf(id)
      const read = async () => json(ReviewList, (await catalog.listReviews(productId)).map(presentReview))
      return products.load(`reviews ${productId}`, read, url)
    },
    suggestions: (text, url) =>
      lists.load(`suggestions ${text}`, async () => json(Suggestions, [...(await catalog.suggest(text))]), url),
    async read(path) {
      return JSON.parse((await answerPath(answers, path)).body.toString()) as unknown
    },
  }
  return answers
}

/** Answers a path as the route with this path does. */
async function answerPath(answers: CatalogAnswers, path: string): Promise<Answer> {
  const url = new URL(path, 'http://in-process')
  const query = queryOf(url.searchParams)
  if (url.pathname === '/api/products') return answers.list(ListProductsQuery.parse(query))
  if (url.pathname === '/api/products/facets') return answers.facets(ProductFilters.parse(query))
  if (url.pathname === '/api/search-suggestions') return answers.suggestions(SuggestionsQuery.parse(query).q ?? '')
  const [, id, reviews] = /^\/api\/products\/([^/]+)(\/reviews)?$/.exec(url.pathname) ?? []
  if (id === undefined) throw new Error(`No public route answers ${url.pathname}`)
  return reviews === undefined ? answers.product(id) : answers.reviews(id)
}

function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

function filtersOf({ category, search, featured, business, brand, price, inStock }: FilterQuery): Filters {
  return {
    ...(category === undefined ? {} : { category }),
    ...(search === undefined || search === '' ? {} : { search }),
    ...(featured === undefined ? {} : { featured }),
    ...(business === undefined ? {} : { business }),
    ...(brand === undefined ? {} : { brands: brand }),
    ...(price === undefined ? {} : { price }),
    ...(inStock === undefined ? {} : { inStock }),
  }
}

/** The same key for all queries with the same filters. */
function filterKey(query: FilterQuery): string {
  const { category, search, featured, business, brands, price, inStock } = filtersOf(query)
  return JSON.stringify([
    category,
    search,
    featured,
    business,
    brands === undefined ? null : [...brands].sort(),
    price,
    inStock,
  ])
}

function json<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): Answer {
  return makeAnswer(JSON.stringify(z.encode(schema, value)), { headers: HEADERS })
}
