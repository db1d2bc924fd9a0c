import type { Database } from '#platform/database/database'
import type { Logger } from '#platform/logger'
import type { ProductEncoder } from '../../domain/product-encoder.ts'
import { isSearch, type Preference, type ProductFilters } from '../../domain/product-query.ts'
import { LOW_STOCK_SHOWN } from '../../domain/staff-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { searchableCollection, type ProductDocument } from '../../persistence/product.model.ts'
import {
  SEARCH_FIELDS,
  toProduct,
  toSearchFields,
  type SearchFieldsDocument,
} from '../../persistence/product.repository.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import type { CatalogSearch, FoundProducts } from '../catalog-search.ts'
import { productText } from '../product-text.ts'
import { anywhere, attemptsFor, searchesWithoutRarest, searchedMeanings } from '../search-attempts.ts'
import { MATCHES_READ, suggestedWords, suggestionsFrom } from '../suggestions.ts'
import { countFacets, type Counting } from './facet-counts.ts'
import {
  generalConditions,
  groupConditions,
  LOW,
  NOTHING,
  SORTS,
  staffConditions,
  wordConditions,
  type Conditions,
} from './filters.ts'
import { isPreferred, scoreOf, type Prefers } from './search-words.ts'
import { createWordUpdater } from './word-updater.ts'

/** A query that takes longer is given up with a 503, so that it cannot hold the database. */
const MOST_MS = 3000
/** How many matches are ranked by how well they fit: the first of the featured order. */
const RANKED = 500

type Filter = Readonly<Record<string, unknown>>

/** The products that a search finds, and its words. */
interface Search {
  /** As they were typed, with a space between them. Compared with the beginnings of names and with categories. */
  readonly typed: string
  /** As they were looked for. */
  readonly words: readonly string[]
  readonly conditions: Conditions
  /** The words that were not left out; null when none was. */
  readonly kept: string | null
}

/** What a list without a search finds. */
const EVERYTHING: Search = { typed: '', words: [], conditions: [], kept: null }

/**
 * The catalog's lists and searches as queries of MongoDB, for a catalog that is too large for the memory of each web
 * process. It holds nothing but counts of changes. Each list costs several queries and some milliseconds of the
 * database, where the index in memory costs microseconds; typos are not corrected.
 */
export function createDatabaseSearch(deps: {
  readonly database: Database
  readonly encoder: ProductEncoder
  readonly logger: Logger
}): CatalogSearch {
  const { database, logger } = deps
  const products = searchableCollection(database)
  const changes = new ChangeCounts()
  const words = createWordUpdater({ database, products, logger, onCorrected: () => changes.countArrangement() })

  const count = (filter: Filter) => products.countDocuments(filter, { maxTimeMS: MOST_MS })
  const find = (filter: Filter, sort: (typeof SORTS)[keyof typeof SORTS], skip: number, limit: number) =>
    products.find<SearchFieldsDocument>(filter, { projection: SEARCH_FIELDS, sort, skip, limit, maxTimeMS: MOST_MS })
  async function idsOf(...[filter, sort, skip, limit]: Parameters<typeof find>): Promise<readonly number[]> {
    const found = find(filter, sort, skip, limit).project<{ _id: number }>({ _id: 1 })
    return (await found.toArray()).map(({ _id }) => _id)
  }

  /** The strictest reading of a search that finds anything; null when none does. */
  async function tryFor(text: string, kept: string | null): Promise<Search | null> {
    for (const attempt of attemptsFor(text)) {
      if (attempt.typos) continue
      const conditions = wordConditions(attempt)
      const first = await products.findOne(allOf(conditions), { projection: { _id: 1 }, maxTimeMS: MOST_MS })
      if (first !== null) return { typed: wordsOf(text).join(' '), words: attempt.words, conditions, kept }
    }
    return null
  }

  /** What a search finds, if need be without its rarest words; null when that is nothing. */
  async function searchFor(text: string, mayLeaveOut: boolean): Promise<Search | null> {
    await words.settled()
    const found = await tryFor(text, null)
    if (found !== null) return found
    const asked = mayLeaveOut ? searchedMeanings(text) : []
    const counts = await Promise.all(asked.map(({ word }) => count(allOf(wordConditions(anywhere(word))))))
    for (const kept of searchesWithoutRarest(text, asked, counts)) {
      const fewer = await tryFor(kept, kept)
      if (fewer !== null) return fewer
    }
    return null
  }

  /**
   * What a search means: a category that is named as it is called goes before what the words mean otherwise.
   * @param found.areAll whether the matches are all of its products, among which are those of a category that it names
   */
  async function preferenceOf(
    typed: string,
    found: { readonly matches: readonly SearchFieldsDocument[]; readonly areAll: boolean },
    prefer: Preference | undefined,
  ): Promise<Prefers> {
    const isNamed = (category: string) => wordsOf(category).join(' ') === typed
    if (prefer === undefined || found.matches.some(({ category }) => isNamed(category))) return isNamed
    const isOfOthers = async () => {
      const all = products.aggregate<{ _id: string }>([{ $group: { _id: '$category' } }], { maxTimeMS: MOST_MS })
      return (await all.toArray()).some(({ _id }) => isNamed(_id))
    }
    if (!found.areAll && (await isOfOthers())) return isNamed
    return (category, choices) => isPreferred(category, choices, prefer)
  }

  /** The matches that fit best, best first. @param conditions those beside the search */
  async function ranked(
    search: Search,
    conditions: Conditions,
    prefer?: Preference,
  ): Promise<readonly SearchFieldsDocument[]> {
    const matches = await find(allOf([...search.conditions, ...conditions]), SORTS.featured, 0, RANKED).toArray()
    const areAll = conditions.length === 0 && matches.length < RANKED
    const prefers = await preferenceOf(search.typed, { matches, areAll }, prefer)
    return matches
      .map((match) => ({ match, score: scoreOf(toSearchFields(match), search, prefers) }))
      .sort((one, other) => other.score - one.score)
      .map(({ match }) => match)
  }

  async function pageOf(
    { search, sort, limit, offset, prefer }: PageQuery,
    conditions: Conditions,
    usual: 'featured' | 'newest',
  ): Promise<FoundProducts> {
    // Only the shop's own lists can say what was left out.
    const found = isSearch(search) ? await searchFor(search, usual === 'featured') : EVERYTHING
    if (found === null) return { ids: [], total: 0 }
    await words.settled()
    const filter = allOf([...found.conditions, ...conditions])
    const end = offset + limit
    // The best matches come first, and after those that are ranked the others in the featured order.
    const isRanked = found.words.length > 0 && sort === undefined
    const [order, from] = isRanked ? (['featured', Math.max(offset, RANKED)] as const) : [sort ?? usual, offset]
    const [best, others, total] = await Promise.all([
      isRanked && offset < RANKED ? ranked(found, conditions, prefer) : [],
      // To the database a limit of 0 is none.
      from < end ? idsOf(filter, SORTS[order], from, end - from) : [],
      count(filter),
    ])
    return { ids: [...best.slice(offset, end).map(({ _id }) => _id), ...others], total }
  }

  const counting: Counting = {
    count: (conditions) => count(allOf(conditions)),
    async countBy(field, conditions) {
      const pipeline = [
        { $match: allOf(conditions) },
        ...(field === 'choices' || field === 'models' ? [{ $unwind: `$${field}` }] : []),
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
      ]
      const counted = products.aggregate<{ _id: string; count: number }>(pipeline, { maxTimeMS: MOST_MS })
      return new Map((await counted.toArray()).map(({ _id, count: found }) => [_id, found]))
    },
  }

  async function refresh(productIds: readonly number[]): Promise<void> {
    for (const id of productIds) changes.countProduct(id, { isShown: true })
    changes.countArrangement()
    await words.update(productIds)
  }

  return {
    changes,
    list: (query) => pageOf(query, conditionsOf(query), 'featured'),
    async count(filters) {
      const found = isSearch(filters.search) ? await searchFor(filters.search, true) : EVERYTHING
      if (found === null) return 0
      await words.settled()
      return count(allOf([...found.conditions, ...conditionsOf(filters)]))
    },
    async brands() {
      const counts = await counting.countBy('brand', [])
      return [...counts.keys()].filter((brand) => brand !== '').sort()
    },
    async countFacets(filters) {
      // Counts that are asked for after an announcement count as current, so they must have its words.
      await words.settled()
      const found = isSearch(filters.search) ? await searchFor(filters.search, true) : { conditions: [], kept: null }
      const counts = await countFacets(counting, found?.conditions ?? [NOTHING], filters)
      const kept = found?.kept ?? null
      return kept === null ? counts : { ...counts, kept }
    },
    async suggest(text) {
      const typed = suggestedWords(text)
      if (typed.length === 0) return []
      const found = await searchFor(text, false)
      if (found === null) return []
      const matches = await ranked(found, [])
      return suggestionsFrom(matches.slice(0, MATCHES_READ), typed)
    },
    async texts(ids) {
      if (ids.length === 0) return []
      const documents = await products.find<ProductDocument>({ _id: { $in: [...ids] } }).toArray()
      const found = new Map(documents.map((document) => [document._id, toProduct(document)]))
      return ids.flatMap((id) => {
        const product = found.get(id)
        return product === undefined ? [] : [productText(deps.encoder, product)]
      })
    },
    async linkedIds(id) {
      const projection = { linkedIds: 1 }
      const found = await products.findOne<Pick<ProductDocument, 'linkedIds'>>({ _id: id }, { projection })
      return found === null ? null : (found.linkedIds ?? [])
    },
    listForStaff: (query) => pageOf(query, staffConditions(query), 'newest'),
    async listEditTimes({ afterId, limit }) {
      const found = products.find<Pick<ProductDocument, '_id' | 'updatedAt'>>(
        { _id: { $gt: afterId } },
        { projection: { updatedAt: 1 }, sort: { _id: 1 }, limit, maxTimeMS: MOST_MS },
      )
      return (await found.toArray()).map(({ _id, updatedAt }) => ({ id: _id, updatedAt }))
    },
    async stats() {
      const [all, featured, outOfStock, low] = await Promise.all([
        count({}),
        count({ isFeatured: true }),
        count({ inStock: false }),
        find({ inStock: true, ...LOW }, SORTS['stock-low'], 0, LOW_STOCK_SHOWN).toArray(),
      ])
      const lowStock = low.map(({ _id, name, stockQuantity }) => ({ productId: _id, productName: name, stockQuantity }))
      return { products: all, featured, outOfStock, lowStock }
    },
    start: () => words.resync(),
    async resync() {
      changes.countAll()
      await words.resync()
    },
    close: words.stop,
    refresh,
    refreshSold: (sold) => refresh(sold.map(({ product }) => product.id)),
  }
}

interface PageQuery {
  readonly search?: string
  readonly sort?: keyof typeof SORTS
  readonly prefer?: Preference
  readonly limit: number
  readonly offset: number
}

/** The conditions of a list of the shop beside its search. */
function conditionsOf(filters: ProductFilters): Conditions {
  return [...generalConditions(filters), ...[...groupConditions(filters).values()].flat()]
}

/** All of the conditions in one filter; several may be about the same field. */
function allOf(conditions: Conditions): Filter {
  return conditions.length === 0 ? {} : { $and: conditions }
}
