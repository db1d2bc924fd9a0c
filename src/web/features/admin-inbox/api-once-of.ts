import type { ApiPath } from '#contracts/api-path'
import { api } from '../../lib/api-client.ts'
import { sendOnce } from '../../lib/api-once.ts'

/**
 * Sends once, as `apiOnce`, a call that says which version of a thing it was written for. The page shows a newer one as
 * soon as the call has been made, so the version is no part of its words.
 * @throws ApiError for any answer that is no success; TypeError when there is no connection
 */
export function apiOnceOf<T>(
  path: ApiPath<T>,
  body: object,
  { version, method = 'POST' }: { readonly version: number; readonly method?: 'POST' | 'PATCH' },
): Promise<T> {
  return sendOnce(`${method} ${path} ${JSON.stringify(body)}`, (key) =>
    api(path, { method, body: { ...body, version }, headers: { 'Idempotency-Key': key } }),
  )
}
