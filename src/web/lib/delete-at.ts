import type { ApiPath } from '#contracts/api-path'
import { api, ApiError } from './api-client.ts'

/**
 * Deletes what an address names. What is gone already is deleted: an earlier try was made and its answer was lost, or
 * somebody else was faster.
 * @throws ApiError for any other answer that is no success; TypeError when there is no connection
 */
export async function deleteAt(path: ApiPath<unknown>): Promise<void> {
  try {
    await api(path, { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
