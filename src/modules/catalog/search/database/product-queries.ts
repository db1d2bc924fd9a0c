import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { isTimeOver } from '#platform/database/unavailable'
import { ShopIsBusy } from '#platform/errors/not-now'
import type { Places } from '#platform/concurrency/places'
import type { ProductDocument, searchableCollection, SearchWords } from '../../persistence/product-document.ts'
import type { Counting } from './facet-counts.ts'
import type { Conditions, Sort } from './filters.ts'

/** A query that takes longer is given up with a 503, so that it cannot hold the database. */
export const MAX_MS = 3000

type Filter = Readonly<Record<string, unknown>>
type Searchable = ProductDocument & SearchWords

interface Part {
  readonly sort: Sort
  readonly skip: number
  /** At least 1: to the database 0 is no limit. */
  readonly limit: number
}

const LISTED = {
  _id: 1,
  name: 1,
  brand: 1,
  category: 1,
  stockQuantity: 1,
  choices: 1,
  searchWords: 1,
  wordWeights: 1,
  descriptionWords: 1,
} as const
/** A product with what it is ranked and suggested by. */
export type ListedDocument = Pick<Searchable, keyof typeof LISTED>

/** The queries that lists and searches are made of. */
export interface ProductQueries extends Counting {
  /** Whether any product meets all of the conditions. */
  findsAnything(conditions: Conditions): Promise<boolean>
  /** Some of the products that meet all of the conditions, with the fields that a search ranks by. */
  list(conditions: Conditions, part: Part): Promise<readonly ListedDocument[]>
  /** Their ids alone. */
  listIds(conditions: Conditions, part: Part): Promise<readonly number[]>
  /** Those of these products that meet all of the conditions, whole, in no particular order. */
  listWhole(ids: readonly number[], conditions: Conditions): Promise<readonly ProductDocument[]>
  /** The categories that have products. */
  categories(): Promise<readonly string[]>
}

/**
 * The queries of one question. What is counted twice is asked once.
 * @param deps.leftMs how long it may still take; throws when that is over
 * @param deps.places how many of its queries run at a time
 */
export function createProductQueries(deps: {
  readonly database: Database
  readonly products: ReturnType<typeof searchableCollection>
  readonly leftMs: () => number
  readonly places: Places
}): ProductQueries {
  const { database, products, leftMs, places } = deps
  const counts = new Map<string, Promise<number>>()
  const countsBy = new Map<string, Promise<ReadonlyMap<string, number>>>()

  const run = <Result>(query: (maxTimeMS: number) => Promise<Result>): Promise<Result> =>
    places.run(async () => {
      try {
        return await query(Math.min(MAX_MS, leftMs()))
      } catch (error) {
        throw error instanceof Error && isTimeOver(error) ? new ShopIsBusy(error) : error
      }
    })

  const read = <Found>(
    conditions: Conditions,
    { sort, skip, limit }: Part,
    projection: Readonly<Partial<Record<keyof Found, 1>>>,
  ): Promise<readonly Found[]> =>
    run((maxTimeMS) =>
      readAll<Searchable, Found>(database, products, {
        filter: allOf(conditions),
        projection,
        sort,
        skip,
        limit,
        maxTimeMS,
      }),
    )

  return {
    count(conditions) {
      const count = () => run((maxTimeMS) => products.countDocuments(allOf(conditions), { maxTimeMS }))
      return once(counts, JSON.stringify(conditions), count)
    },
    countBy(field, conditions) {
      const pipeline = [
        { $match: allOf(conditions) },
        ...(field === 'choices' || field === 'models' ? [{ $unwind: `$${field}` }] : []),
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
      ]
      const countBy = () =>
        run(async (maxTimeMS) => {
          const counted = products.aggregate<{ _id: string; count: number }>(pipeline, { maxTimeMS })
          return new Map((await counted.toArray()).map(({ _id, count }) => [_id, count]))
        })
      return once(countsBy, JSON.stringify(pipeline), countBy)
    },
    async findsAnything(conditions) {
      const first = await run((maxTimeMS) => products.findOne(allOf(conditions), { projection: { _id: 1 }, maxTimeMS }))
      return first !== null
    },
    list: (conditions, part) => read<ListedDocument>(conditions, part, LISTED),
    async listIds(conditions, part) {
      return (await read<Pick<Searchable, '_id'>>(conditions, part, { _id: 1 })).map(({ _id }) => _id)
    },
    listWhole: (ids, conditions) =>
      run((maxTimeMS) =>
        readAll<Searchable>(database, products, { filter: allOf([{ _id: { $in: ids } }, ...conditions]), maxTimeMS }),
      ),
    categories: () =>
      run(async (maxTimeMS) => {
        const all = products.aggregate<{ _id: string }>([{ $group: { _id: '$category' } }], { maxTimeMS })
        return (await all.toArray()).map(({ _id }) => _id)
      }),
  }
}

/** All of the conditions in one filter; several may be about the same field. */
function allOf(conditions: Conditions): Filter {
  return conditions.length === 0 ? {} : { $and: conditions }
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
