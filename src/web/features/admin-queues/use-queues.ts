import { QUEUES_PATH } from '#contracts/api-paths'
import { api } from '../../lib/api-client.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'

const EVERY_MS = 5000

/** The queues as they are, read again every 5 seconds while they are in view. */
export function useQueues() {
  return useRead(QUEUES_PATH, { ...SHARED_WITH_OTHERS, refreshInterval: EVERY_MS })
}

/** Gives a failed job all its tries again. @throws ApiError 404 when it is no failed job any more */
export function runAgain(jobId: string): Promise<void> {
  return api(`${QUEUES_PATH}/failed/${encodeURIComponent(jobId)}/run`, { method: 'POST' })
}
