import type { FinderAsked } from '../presenters/finder.ts'
import type { PanelOrder } from '#modules/catalog'
import { makeAnswer, tagOf, type Answer } from './answer.ts'
import type { FilterQuery, ListQuery } from './catalog-filters.ts'
import type { CatalogReads, Read } from './catalog-reads.ts'
import { createCheckedAnswers } from './checked-answers.ts'
import { createFacetsWriter } from './facets-json.ts'
import { jsonArray, tagFor } from './joined-texts.ts'

const MAX_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'
const BEFORE_PRODUCTS = Buffer.from('{"products":')
const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-cache' }

/**
 * The responses of the public catalog routes, put together from the products' ready texts. They are kept by URL with the
 * versions of what they show, so that a sale drops the lists that show the product and no other. A kept list costs a
 * tenth of one that is made.
 */
export interface CatalogAnswers {
  /** The kept response for exactly this URL, while it is up to date. */
  find(url: string): Answer | undefined
  list(query: ListQuery, url: string): Promise<Answer>
  facets(query: FilterQuery, url: string): Promise<Answer>
  /** @throws ProductNotFound, also when the text is not an id */
  product(id: string, url: string): Promise<Answer>
  /** @throws ProductNotFound, also when the text is not an id */
  reviews(id: string, url: string): Promise<Answer>
  /** @throws ProductNotFound, also when the text is not an id */
  fitting(id: string, url: string): Promise<Answer>
  suggestions(text: string, url: string): Promise<Answer>
  finder(asked: FinderAsked, url: string): Promise<Answer>
}

export function createCatalogAnswers(reads: CatalogReads, panelOrder: PanelOrder): CatalogAnswers {
  const kept = createCheckedAnswers({ maxBytes: MAX_BYTES })
  const jsonOf = createFacetsWriter(panelOrder)

  function keep(url: string, answer: Answer, { isCurrent }: Pick<Read<unknown>, 'isCurrent'>): Answer {
    kept.keep(url, answer, isCurrent)
    return answer
  }

  const keepJson = (url: string, read: Read<unknown>) =>
    keep(url, makeAnswer(JSON.stringify(read.value), { headers: HEADERS }), read)

  return {
    find: kept.find,
    async list(query, url) {
      const read = await reads.list(query)
      const { texts, total } = read.value
      // Field by field: a spread takes ten times as long.
      const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-cache', 'x-total-count': String(total) }
      const body = jsonArray(texts)
      // To wait for what is there would take another turn.
      return keep(url, makeAnswer(Buffer.isBuffer(body) ? body : await body, { headers, tag: tagFor(texts) }), read)
    },
    async product(id, url) {
      const read = await reads.product(id)
      return keep(url, makeAnswer(read.value.json, { headers: HEADERS, tag: tagFor([read.value]) }), read)
    },
    async facets(query, url) {
      const read = await reads.facets(query)
      return keep(url, makeAnswer(jsonOf(read.value), { headers: HEADERS }), read)
    },
    reviews: async (id, url) => keepJson(url, await reads.reviews(id)),
    async fitting(id, url) {
      const read = await reads.fitting(id)
      const { shown, texts } = read.value
      const { products: _, ...sums } = shown
      const after = JSON.stringify(sums).replace('{', ',')
      const body = await jsonArray(texts, { before: BEFORE_PRODUCTS, after: Buffer.from(after) })
      return keep(url, makeAnswer(body, { headers: HEADERS, tag: tagFor(texts) + tagOf(after) }), read)
    },
    suggestions: async (text, url) => keepJson(url, await reads.suggestions(text)),
    finder: async (asked, url) => keepJson(url, await reads.finder(asked)),
  }
}
