import type { ApiPath } from '#contracts/api-path'
import { OFFSET_DIGITS } from '#contracts/staff-lists'
import { apiList, type ListAnswer } from './api-client.ts'
import { readEvery } from './read-every.ts'
import { usePageInRange, type AddressQuery } from './use-address-query.ts'
import { SHARED_WITH_OTHERS, useRead, type ReadResult } from './use-read.ts'
import { withQuery } from './with-query.ts'

export interface StaffListResult<T> extends Omit<ReadResult<ListAnswer<T>>, 'data' | 'update'> {
  /** The rows of the page; those of the previous address while new ones are loading. */
  readonly data: readonly T[] | undefined
  /** Whether `data` is what the address asks for. */
  readonly isCurrent: boolean
  /** How many match over all pages. */
  readonly total: number
}

/** An answer that says which address it is of. */
interface AddressedAnswer<T> extends ListAnswer<T> {
  readonly path: string
}

/**
 * One page of a list for staff, with its X-Total-Count.
 * @param path the API path with its query; null asks for nothing
 * @param options.everyMs read again so often while it is on screen
 */
export function useStaffList<T>(
  path: ApiPath<readonly T[]> | null,
  { everyMs = 0 }: { readonly everyMs?: number } = {},
): StaffListResult<T> {
  const answer = useRead<AddressedAnswer<T>>(path as ApiPath<unknown> as ApiPath<AddressedAnswer<T>> | null, {
    ...SHARED_WITH_OTHERS,
    ...readEvery(everyMs),
    fetcher: readAddressed<T>,
    keepPreviousData: true,
  })
  const { data: latest, error, isLoading, isRefreshing, retry } = answer
  return { ...shownOf(path, latest, error), error, isLoading, isRefreshing, retry }
}

/** What to show of the latest answer. Rows of another address are no answer once there will be no other. */
export function shownOf<T>(
  path: string | null,
  latest: AddressedAnswer<T> | undefined,
  error: unknown,
): Pick<StaffListResult<T>, 'data' | 'isCurrent' | 'total'> {
  const isCurrent = latest?.path === path
  if (latest === undefined || (error !== undefined && !isCurrent))
    return { data: undefined, isCurrent: false, total: 0 }
  return { data: latest.rows, isCurrent, total: latest.total ?? latest.rows.length }
}

async function readAddressed<T>(path: string): Promise<AddressedAnswer<T>> {
  return { ...(await apiList<T>(path)), path }
}

/** A list with the page of it that is in view. */
export interface StaffPage<T> extends StaffListResult<T> {
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
}

interface StaffPageOptions {
  /** Parts of the API's query; empty ones are left out. */
  readonly filters?: Readonly<Record<string, string>>
  readonly pageSize?: number
  readonly everyMs?: number
}

const MAX_OFFSET = 10 ** OFFSET_DIGITS - 1

/** The page that an address names, or the last one that can be asked for. */
export function pageWithin(page: number, pageSize: number): number {
  return Math.min(page, Math.floor(MAX_OFFSET / pageSize) + 1)
}

/** The page of a list for staff that the address names. */
export function useStaffPage<T>(
  path: ApiPath<readonly T[]>,
  query: AddressQuery,
  { filters = {}, pageSize = 25, everyMs = 0 }: StaffPageOptions = {},
): StaffPage<T> {
  const page = pageWithin(query.page, pageSize)
  const offset = (page - 1) * pageSize
  const list = useStaffList(withQuery(path, { ...filters, limit: pageSize, offset }), { everyMs })
  usePageInRange(query, list.isCurrent ? list.data?.length : undefined, list.total, pageSize)
  return {
    ...list,
    page,
    pageSize,
    onPage: (next) => query.set({ page: next === 1 ? '' : String(next) }),
  }
}
