import type { Preference, ProductFilters, ProductQuery } from '../../domain/product-query.ts'
import type { StaffProductQuery } from '../../domain/staff-query.ts'
import { generalConditions, groupConditions, SORTS, staffConditions, type Conditions } from './filters.ts'
import type { ProductQueries } from './product-queries.ts'
import { rankMatches, RANKED } from './ranking.ts'
import type { FoundPage } from './shown-page.ts'
import { findMatches } from './text-search.ts'

interface PageQuery {
  readonly search?: string
  readonly sort?: keyof typeof SORTS
  readonly prefer?: Preference
  readonly limit: number
  readonly offset: number
}

interface Listing {
  /** Those beside the search. */
  readonly conditions: Conditions
  /** The order without a search and a sort. */
  readonly usual: 'featured' | 'newest'
  /** Only the shop's own lists can say which words were left out. */
  readonly mayLeaveOut: boolean
}

/** One page of a list of the shop. */
export function pageForVisitors(queries: ProductQueries, query: ProductQuery): Promise<FoundPage> {
  return pageOf(queries, query, { conditions: conditionsOf(query), usual: 'featured', mayLeaveOut: true })
}

/** One page of the staff's table. */
export function pageForStaff(queries: ProductQueries, query: StaffProductQuery): Promise<FoundPage> {
  return pageOf(queries, query, { conditions: staffConditions(query), usual: 'newest', mayLeaveOut: false })
}

/** How many products a list of the shop has on all of its pages. */
export async function countOf(queries: ProductQueries, filters: ProductFilters): Promise<number> {
  const found = await findMatches(queries, filters.search, true)
  return found === null ? 0 : queries.count([...found.conditions, ...conditionsOf(filters)])
}

async function pageOf(
  queries: ProductQueries,
  { search: text, sort, limit, offset, prefer }: PageQuery,
  { conditions, usual, mayLeaveOut }: Listing,
): Promise<FoundPage> {
  const found = await findMatches(queries, text, mayLeaveOut)
  if (found === null) return { ids: [], total: 0, conditions: [], sort: null }
  const wanted = [...found.conditions, ...conditions]
  const isRanked = found.words.length > 0 && sort === undefined
  const order = isRanked ? 'featured' : (sort ?? usual)
  const idsOfPage = async (): Promise<readonly number[]> => {
    if (limit === 0) return []
    if (!isRanked || offset >= RANKED) return queries.listIds(wanted, { sort: SORTS[order], skip: offset, limit })
    // One read gives the whole page: between two a product could move from one into the other.
    const ranked = await rankMatches(queries, found, { conditions, prefer, end: offset + limit })
    return ranked.slice(offset).map(({ _id }) => _id)
  }
  const [ids, total] = await Promise.all([idsOfPage(), queries.count(wanted)])
  return { ids, total, conditions: wanted, sort: isRanked ? null : SORTS[order] }
}

/** The conditions of a list of the shop beside its search. */
function conditionsOf(filters: ProductFilters): Conditions {
  return [...generalConditions(filters), ...[...groupConditions(filters).values()].flat()]
}
