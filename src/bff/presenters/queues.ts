import type { QueueList } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'

type Queues = Awaited<ReturnType<AdminModule['queues']['list']>>

export function presentQueues({ queues, failed, failedKinds, workersAlive, withheldMails }: Queues): QueueList {
  return {
    workersAlive,
    withheldMails,
    queues: queues.map((queue) => ({ ...queue })),
    failedKinds: failedKinds.map(({ name, count }) => ({ name, count })),
    failed: failed.map(({ id, name, queue, error, attempts, failedAt }) => ({
      id,
      name,
      queue,
      error,
      attempts,
      failedAt: failedAt.toISOString(),
    })),
  }
}
