import type { JobsRunAgain, QueueList } from '#contracts/admin'
import { QUEUES_PATH } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { readEvery } from '../../lib/read-every.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'

const EVERY_MS = 5000

/** The queues as they are, read again every 5 seconds while they are in view. */
export function useQueues() {
  return useRead(QUEUES_PATH, { ...SHARED_WITH_OTHERS, ...readEvery(EVERY_MS) })
}

/**
 * Gives all failed jobs of a kind their tries again. When the answer did not come, none is left of them.
 * @returns how many
 * @throws ApiError 404 when there are none any more; else as `takeStep`
 */
export async function runAllAgain({ name, count }: QueueList['failedKinds'][number]): Promise<number> {
  const run = await takeStep<JobsRunAgain | QueueList>({
    send: () => api<JobsRunAgain>(`${QUEUES_PATH}/failed/run`, { method: 'POST', body: { name } }),
    read: () => api(QUEUES_PATH),
    isTaken: (now) => 'failedKinds' in now && !now.failedKinds.some((kind) => kind.name === name),
  })
  return 'count' in run ? run.count : count
}
