import { QUEUES_PATH } from '#contracts/staff-paths'
import { api } from './api-client.ts'

/** Gives a failed job all its tries again. @throws ApiError 404 when it is no failed job any more */
export function runAgain(jobId: string): Promise<void> {
  return api(`${QUEUES_PATH}/failed/${encodeURIComponent(jobId)}/run`, { method: 'POST' })
}
