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

/** A list without `limit` holds so many products. */
const MAX_UNLIMITED = 1000
const LIST_CACHE_BYTES = 24 * 1024 * 1024
const PRODUCT_CACHE_BYTES = 12 * 1024 * 1024
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }

export type ListQuery = z.output<typeof ListProductsQuery>
export type FilterQuery = z.output<typeof ProductFilters>

/**
 * What the public reads of the catalogue answer, in bytes. An answer is made once and sent until the catalogue says
 * that products changed; the routes and the rendering of pages share it. `address` lets the next request for the same
 * address be answered without looking at it (`find`).
 */
export interface CatalogAnswers {
  find(address: string): Answer | undefined
  list(query: ListQuery, address?: string): Promise<Answer>
  facets(query: FilterQuery, address?: string): Promise<Answer>
  /** @throws ProductNotFound, also for what is no id */
  product(id: string, address?: string): Promise<Answer>
  /** @throws ProductNotFound, also for what is no id */
  reviews(id: string, address?: string): Promise<Answer>
  suggestions(text: string, address?: string): Promise<Answer>
  /**
   * The value that a path of the API answers, read in process.
   * @throws ProductNotFound; ZodError when the path's parameters are refused; Error when no read has this path
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
    const { ids, sort, limit = MAX_UNLIMITED, offset = 0 } = query
    if (ids === undefined)
      return catalog.listProducts({ ...filtersOf(query), ...(sort === undefined ? {} : { sort }), limit, offset })
    const found = new Map((await catalog.findProducts(ids)).map((product) => [product.id, product]))
    return { products: ids.flatMap((id) => found.get(id) ?? []), total: found.size }
  }

  const answers: CatalogAnswers = {
    find: (address) => lists.find(address) ?? products.find(address),
    list: (query, address) =>
      lists.load(
        `list ${JSON.stringify([query.ids, filterKey(query), query.sort, query.limit, query.offset])}`,
        async () => {
          const { products: listed, total } = await readList(query)
          return makeAnswer(`[${listed.map(productJson).join(',')}]`, {
            headers: { ...HEADERS, 'x-total-count': String(total) },
          })
        },
        address,
      ),
    facets: (query, address) =>
      lists.load(
        `facets ${filterKey(query)}`,
        async () => json(FacetsContract, presentFacets(await catalog.countFacets(filtersOf(query)))),
        address,
      ),
    async product(id, address) {
      const productId = productIdOf(id)
      return products.load(
        `product ${productId}`,
        async () => makeAnswer(productJson(await catalog.getProduct(productId)), { headers: HEADERS }),
        address,
      )
    },
    async reviews(id, address) {
      const productId = productIdOf(id)
      const read = async () => json(ReviewList, (await catalog.listReviews(productId)).map(presentReview))
      return products.load(`reviews ${productId}`, read, address)
    },
    suggestions: (text, address) =>
      lists.load(`suggestions ${text}`, async () => json(Suggestions, [...(await catalog.suggest(text))]), address),
    async read(path) {
      return JSON.parse((await answerPath(answers, path)).body.toString()) as unknown
    },
  }
  return answers
}

/** Which read answers which path; the same words as the routes use. */
async function answerPath(answers: CatalogAnswers, path: string): Promise<Answer> {
  const url = new URL(path, 'http://in-process')
  const query = queryOf(url.searchParams)
  if (url.pathname === '/api/products') return answers.list(ListProductsQuery.parse(query))
  if (url.pathname === '/api/products/facets') return answers.facets(ProductFilters.parse(query))
  if (url.pathname === '/api/search-suggestions') return answers.suggestions(SuggestionsQuery.parse(query).q ?? '')
  const [, id, reviews] = /^\/api\/products\/([^/]+)(\/reviews)?$/.exec(url.pathname) ?? []
  if (id === undefined) throw new Error(`No public read answers ${url.pathname}`)
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

/** Two queries that ask for the same products have the same key. */
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
