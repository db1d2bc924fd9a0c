import type { QueueList } from '#contracts/admin'
import { QUEUES_PATH } from '#contracts/staff-paths'
import { api } from './api-client.ts'
import { takeStep } from './api-once.ts'

/**
 * Gives a failed job all its tries again. When the answer did not come, it is no failed job any more.
 * @throws ApiError 404 when it was none before; else as `takeStep`
 */
export async function runAgain(jobId: string): Promise<void> {
  await takeStep<QueueList | null>({
    send: async () => {
      await api<void>(`${QUEUES_PATH}/failed/${encodeURIComponent(jobId)}/run`, { method: 'POST' })
      return null
    },
    read: () => api(QUEUES_PATH),
    isTaken: (now) => now !== null && namesAll(now) && !now.failed.some(({ id }) => id === jobId),
  })
}

/** Of very many failed jobs the list names the newest alone. */
function namesAll({ failed, failedKinds }: QueueList): boolean {
  return failedKinds.reduce((sum, { count }) => sum + count, 0) <= failed.length
}
