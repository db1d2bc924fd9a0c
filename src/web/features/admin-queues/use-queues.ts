import type { JobsRunAgain } from '#contracts/admin'
import { QUEUES_PATH } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { readEvery } from '../../lib/read-every.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'

const EVERY_MS = 5000

/** The queues as they are, read again every 5 seconds while they are in view. */
export function useQueues() {
  return useRead(QUEUES_PATH, { ...SHARED_WITH_OTHERS, ...readEvery(EVERY_MS) })
}

/** Gives all failed jobs of a name their tries again. @returns how many @throws ApiError 404 when there are none any more */
export async function runAllAgain(name: string): Promise<number> {
  const { count } = await api<JobsRunAgain>(`${QUEUES_PATH}/failed/run`, { method: 'POST', body: { name } })
  return count
}
