import useSWR from 'swr'
import { apiList } from './api-client.ts'

export interface StaffList<T> {
  /** undefined until the first answer; those of the address before while new ones are on their way. */
  readonly rows: readonly T[] | undefined
  /** How many match over all pages. */
  readonly total: number
  readonly error: unknown
  /** Whether an answer is on its way while rows are in view. */
  readonly isRefreshing: boolean
  /** Reads it again. */
  readonly reload: () => Promise<void>
}

/**
 * One page of a list for staff, with its X-Total-Count. Staff see what others do at the same time, so the list is read
 * again when it is opened and when the window gets the focus.
 * @param path the API path with its query
 * @param options.everyMs read again so often while it is on screen
 */
export function useStaffList<T>(path: string, { everyMs = 0 }: { readonly everyMs?: number } = {}): StaffList<T> {
  const { data, error, isValidating, mutate } = useSWR<{ rows: readonly T[]; total: number | null }, unknown>(
    path,
    apiList<T>,
    {
      keepPreviousData: true,
      revalidateIfStale: true,
      revalidateOnFocus: true,
      refreshInterval: everyMs,
    },
  )
  return {
    rows: data?.rows,
    total: data?.total ?? data?.rows.length ?? 0,
    error,
    isRefreshing: isValidating && data !== undefined,
    reload: async () => {
      await mutate().catch(() => undefined)
    },
  }
}
