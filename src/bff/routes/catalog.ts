import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import {
  FittingProducts,
  ListProductsQuery,
  Product,
  FacetsQuery,
  ProductFacets,
  ProductList,
  ReviewList,
  Suggestions,
  SuggestionsQuery,
} from '#contracts/catalog'
import { FinderAnswer, FinderParameters } from '#contracts/finder'
import { sendAnswer, type Answer } from '../answers/answer.ts'
import type { CatalogAnswers } from '../answers/catalog-answers.ts'
import { quickFacetsQuery, quickListQuery } from '../answers/quick-listing-query.ts'
import type { QuickAnswers } from '../answers/quick-answers.ts'
import { ProductPath } from '../http/path-ids.ts'
import { answersUnderPressure, type FreshWork } from '../limits/fresh-work.ts'
import { failures } from './failures.ts'

const tags = ['Catalog']

/** The parameters before a contract has read them. */
type UnreadQuery = Readonly<Record<string, unknown>>

/** Public reading of the catalog (specification 1, section 7). */
export const catalogRoutes: FastifyPluginCallbackZod<{ answers: CatalogAnswers; freshWork: FreshWork }> = (
  app,
  { answers, freshWork },
  done,
) => {
  const config = { access: 'public', pressureHandler: answersUnderPressure } as const
  /** How a route answers before its contract reads the request: what is kept, and what `prepare` knows how to make. */
  const quickly = (prepare: QuickAnswers['prepare'] = () => null) => ({
    ...config,
    quickAnswers: { find: answers.find, prepare } satisfies QuickAnswers,
  })
  /** Whatever query somebody adds to an address without parameters, its answer is kept and found as the same one. */
  const quicklyByPath = {
    ...config,
    quickAnswers: { find: (url) => answers.find(withoutQuery(url)), prepare: () => null } satisfies QuickAnswers,
  }
  /** What is not kept and costs a search counts for the address. */
  const countSearch = (request: FastifyRequest) => freshWork.countSearch(request)
  const countedSearch = (request: FastifyRequest, make: () => Promise<Answer>) => async () => {
    await countSearch(request)
    return make()
  }
  const refuseUnderPressure = async () => freshWork.refuseUnderPressure()

  app.route({
    method: 'GET',
    url: '/products',
    config: quickly((request) => {
      const query = quickListQuery(request.query as UnreadQuery)
      return query === null ? null : countedSearch(request, () => answers.list(query, urlOf(request)))
    }),
    preHandler: countSearch,
    schema: {
      operationId: 'listProducts',
      tags,
      summary: 'Products by filters, sorted, page by page, or by their numbers or names',
      description:
        'X-Total-Count says how many products match over all pages. Without `limit`, up to 1,000 products are ' +
        'answered. With `ids`, up to 100 products are answered in that order, without unknown numbers. With `name`, ' +
        'the products with exactly one of these names are answered, up to 100.',
      querystring: ListProductsQuery,
      response: { 200: ProductList, ...failures(400) },
    },
    handler: async (request, reply) => sendAnswer(request, reply, await answers.list(request.query, urlOf(request))),
  })

  app.route({
    method: 'GET',
    url: '/products/facets',
    config: quickly((request) => {
      const query = quickFacetsQuery(request.query as UnreadQuery)
      return query === null ? null : countedSearch(request, () => answers.facets(query, urlOf(request)))
    }),
    preHandler: countSearch,
    schema: {
      operationId: 'countFacets',
      tags,
      summary: 'How many products would match with each choice of the filter panel',
      querystring: FacetsQuery,
      response: { 200: ProductFacets, ...failures(400) },
    },
    handler: async (request, reply) => sendAnswer(request, reply, await answers.facets(request.query, urlOf(request))),
  })

  app.route({
    method: 'GET',
    url: '/products/:id',
    config: quickly((request) => () => answers.product((request.params as ProductPath).id, urlOf(request))),
    preHandler: refuseUnderPressure,
    schema: {
      operationId: 'getProduct',
      tags,
      summary: 'One product',
      params: ProductPath,
      response: { 200: Product, ...failures(404) },
    },
    handler: async (request, reply) =>
      sendAnswer(request, reply, await answers.product(request.params.id, urlOf(request))),
  })

  app.route({
    method: 'GET',
    url: '/products/:id/reviews',
    config: quicklyByPath,
    preHandler: refuseUnderPressure,
    schema: {
      operationId: 'listReviews',
      tags,
      summary: "A product's reviews, newest first",
      params: ProductPath,
      response: { 200: ReviewList, ...failures(404) },
    },
    handler: async (request, reply) =>
      sendAnswer(request, reply, await answers.reviews(request.params.id, withoutQuery(urlOf(request)))),
  })

  app.route({
    method: 'GET',
    url: '/products/:id/fitting',
    config: quicklyByPath,
    preHandler: refuseUnderPressure,
    schema: {
      operationId: 'listFitting',
      tags,
      summary: 'The supplies that fit a product and the sums of its cost per page, or the products that a supply fits',
      params: ProductPath,
      response: { 200: FittingProducts, ...failures(404) },
    },
    handler: async (request, reply) =>
      sendAnswer(request, reply, await answers.fitting(request.params.id, withoutQuery(urlOf(request)))),
  })

  app.route({
    method: 'GET',
    url: '/finder',
    config: quickly(),
    preHandler: countSearch,
    schema: {
      operationId: 'findPrinters',
      tags,
      summary: 'The three printers that fit best, with what each costs over three years',
      description:
        'When fewer than three do everything, those that lack least come after them, and `misses` says what. ' +
        'When none does, `waysOut` says which answers are in the way. ' +
        'The cost is the price and 36 months of pages; of documents in color every second page is in color.',
      querystring: FinderParameters,
      response: { 200: FinderAnswer, ...failures(400) },
    },
    handler: async (request, reply) => sendAnswer(request, reply, await answers.finder(request.query, urlOf(request))),
  })

  app.route({
    method: 'GET',
    url: '/search-suggestions',
    config: quickly(),
    preHandler: countSearch,
    schema: {
      operationId: 'suggest',
      tags,
      summary: 'At most 8 names and brands that begin with or resemble a text of 2 or more characters',
      querystring: SuggestionsQuery,
      response: { 200: Suggestions, ...failures(400) },
    },
    handler: async (request, reply) =>
      sendAnswer(request, reply, await answers.suggestions(request.query.q ?? '', urlOf(request))),
  })
  done()
}

function urlOf(request: FastifyRequest): string {
  return request.raw.url ?? ''
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
