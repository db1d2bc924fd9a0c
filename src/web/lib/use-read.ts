import { useCallback } from 'react'
import useSWR, { useSWRConfig, type SWRConfiguration } from 'swr'
import type { ApiPath } from '#contracts/api-path'
import { isRefusal, type ApiError } from './api-client.ts'

/** What a read has brought so far. */
export interface ReadResult<T> {
  /** undefined until the first answer, and while nothing is asked for. */
  readonly data: T | undefined
  /** undefined while all is well. It is NOTHING_READ when the answer is that nobody is signed in. */
  readonly error: unknown
  readonly isLoading: boolean
  /** Whether a newer answer is being loaded while `data` is shown. */
  readonly isRefreshing: boolean
  /** Reads again. It never throws: what goes wrong is in `error`. */
  readonly retry: () => Promise<void>
  /** Changes what is known in the browser, after a call that changed it on the server. */
  readonly update: (change: (known: T | undefined) => T) => void
}

export interface ReadOptions<T> extends Pick<
  SWRConfiguration<T | null, unknown>,
  | 'dedupingInterval'
  | 'fetcher'
  | 'keepPreviousData'
  | 'onErrorRetry'
  | 'refreshInterval'
  | 'revalidateIfStale'
  | 'revalidateOnFocus'
  | 'revalidateOnMount'
  | 'shouldRetryOnError'
> {
  /** Whose answer it is: part of the key, so that the next customer of this browser never sees it. */
  readonly ownerId?: string
}

export type ReadAgain<T> = Pick<
  SWRConfiguration<T | null, unknown>,
  'refreshInterval' | 'shouldRetryOnError' | 'onErrorRetry'
>

/** How long to wait after an answer that failed. */
const TRY_AGAIN_AFTER_MS = 5000

/** The answer was null: nobody is signed in (a 401 reads as null), or the server's page knew of no such thing. */
export const NOTHING_READ: unknown = Object.freeze({ message: 'The answer is empty' })

/** Staff see what others do at the same time: read when it is opened, and when the window gets the focus. */
export const SHARED_WITH_OTHERS = { revalidateIfStale: true, revalidateOnFocus: true } as const

/** The options of a read that nobody presses a button for: again after an answer that failed, until there is one. */
export function readUntilAnswered<T>(): ReadAgain<T> {
  return {
    shouldRetryOnError: (error) => !isRefusal(error) || mayPass(error),
    onErrorRetry: (_error, _key, _config, revalidate, options) =>
      void setTimeout(() => void revalidate(options), TRY_AGAIN_AFTER_MS),
  }
}

/** Whether the shop was asked too often, rather than for what it does not give. */
function mayPass({ status }: ApiError): boolean {
  return status === 429
}

/**
 * Reads an API path with the fetcher and options of the shop (specification 1, section 7).
 * @param path null asks for nothing
 */
export function useRead<T>(path: ApiPath<T> | null, options: ReadOptions<T> = {}): ReadResult<T> {
  const { ownerId, ...config } = options
  const key = path === null || ownerId === undefined ? path : ([path, ownerId] as const)
  const answer = useSWR<T | null, unknown>(key, config)
  const { data, error, isLoading, mutate } = answer
  const retry = useCallback(async () => {
    await mutate().catch(() => undefined)
  }, [mutate])
  const { mutate: mutateAt } = useSWRConfig()
  // The hook's own `mutate` changes what it reads by then: an answer that comes late is of what it was read for.
  const update = useCallback(
    (change: (known: T | undefined) => T) => {
      const own = path === null || ownerId === undefined ? path : ([path, ownerId] as const)
      void mutateAt<T | null>(own, (known) => change(known ?? undefined), { revalidate: false })
    },
    [mutateAt, path, ownerId],
  )
  return {
    data: data ?? undefined,
    error: data === null ? NOTHING_READ : error,
    isLoading,
    // SWR renders again only for what was asked: most screens do not ask for this.
    get isRefreshing() {
      return answer.isValidating && data !== undefined && data !== null
    },
    retry,
    update,
  }
}
