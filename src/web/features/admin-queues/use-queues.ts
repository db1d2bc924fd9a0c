import useSWR from 'swr'
import type { QueueList } from '#contracts/admin'
import { api } from '../../lib/api-client.ts'

const EVERY_MS = 5000

/** The queues as they are, read again every 5 seconds while they are in view. */
export function useQueues() {
  const { data, error, mutate } = useSWR<QueueList, unknown>('/api/admin/queues', api<QueueList>, {
    refreshInterval: EVERY_MS,
    revalidateIfStale: true,
    revalidateOnFocus: true,
  })
  return { queues: data, error, reload: async () => void (await mutate().catch(() => undefined)) }
}

/** Gives a failed job all its tries again. @throws ApiError 404 when it is no failed job any more */
export function runAgain(jobId: string): Promise<void> {
  return api(`/api/admin/queues/failed/${encodeURIComponent(jobId)}/run`, { method: 'POST' })
}
