import type { searchableCollection } from '../../persistence/product.model.ts'
import { SEARCH_FIELDS, type SearchFieldsDocument } from '../../persistence/product.repository.ts'
import type { Counting } from './facet-counts.ts'
import type { Conditions, SORTS } from './filters.ts'

/** A query that takes longer is given up with a 503, so that it cannot hold the database. */
export const MAX_MS = 3000

type Filter = Readonly<Record<string, unknown>>

interface Part {
  readonly sort: (typeof SORTS)[keyof typeof SORTS]
  readonly skip: number
  /** At least 1: to the database 0 is no limit. */
  readonly limit: number
}

/** The queries that lists and searches are made of. */
export interface ProductQueries extends Counting {
  /** Whether any product meets all of the conditions. */
  findsAnything(conditions: Conditions): Promise<boolean>
  /** Some of the products that meet all of the conditions, with the fields that a search ranks by. */
  list(conditions: Conditions, part: Part): Promise<readonly SearchFieldsDocument[]>
  /** Their ids alone. */
  listIds(conditions: Conditions, part: Part): Promise<readonly number[]>
  /** The categories that have products. */
  categories(): Promise<readonly string[]>
}

export function createProductQueries(products: ReturnType<typeof searchableCollection>): ProductQueries {
  const find = (conditions: Conditions, { sort, skip, limit }: Part) =>
    products.find<SearchFieldsDocument>(allOf(conditions), {
      projection: SEARCH_FIELDS,
      sort,
      skip,
      limit,
      maxTimeMS: MAX_MS,
    })

  return {
    count: (conditions) => products.countDocuments(allOf(conditions), { maxTimeMS: MAX_MS }),
    async countBy(field, conditions) {
      const pipeline = [
        { $match: allOf(conditions) },
        ...(field === 'choices' || field === 'models' ? [{ $unwind: `$${field}` }] : []),
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
      ]
      const counted = products.aggregate<{ _id: string; count: number }>(pipeline, { maxTimeMS: MAX_MS })
      return new Map((await counted.toArray()).map(({ _id, count: found }) => [_id, found]))
    },
    async findsAnything(conditions) {
      const first = await products.findOne(allOf(conditions), { projection: { _id: 1 }, maxTimeMS: MAX_MS })
      return first !== null
    },
    list: (conditions, part) => find(conditions, part).toArray(),
    async listIds(conditions, part) {
      const found = await find(conditions, part).project<{ _id: number }>({ _id: 1 }).toArray()
      return found.map(({ _id }) => _id)
    },
    async categories() {
      const all = products.aggregate<{ _id: string }>([{ $group: { _id: '$category' } }], { maxTimeMS: MAX_MS })
      return (await all.toArray()).map(({ _id }) => _id)
    },
  }
}

/** All of the conditions in one filter; several may be about the same field. */
function allOf(conditions: Conditions): Filter {
  return conditions.length === 0 ? {} : { $and: conditions }
}
