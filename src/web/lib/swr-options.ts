import type { SWRConfiguration } from 'swr'
import { api, ApiError } from './api-client.ts'

/** A query key: the path itself, or a list that begins with it. */
export type QueryKey = string | readonly [path: string, ...rest: unknown[]]

/**
 * The default read: GET on the first element of the key, parsed as JSON; a 401 reads as null instead of failing
 * (specification 1, section 7).
 */
export async function read(key: QueryKey): Promise<unknown> {
  const path = typeof key === 'string' ? key : key[0]
  try {
    return await api(path)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Data never goes stale, no refetch on focus, no polling, no retries (specification 1, section 7). */
export const swrOptions: SWRConfiguration = {
  fetcher: read,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
}
