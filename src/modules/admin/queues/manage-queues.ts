import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../audit/audit.api.ts'
import type { Queues } from './queues.api.ts'

export function createQueues(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'stats' | 'failed' | 'workersAlive' | 'runAgain'>
  readonly audit: Pick<AuditLog, 'record'>
}): Queues {
  const { database, jobs, audit } = deps
  return {
    async list() {
      const [queues, failed, workersAlive] = await Promise.all([jobs.stats(), jobs.failed(), jobs.workersAlive()])
      return { queues, failed, workersAlive }
    },
    runAgain: (id, address) =>
      database.transaction(async (tx) => {
        await jobs.runAgain(id, tx)
        await audit.record(tx, { action: 'job.run-again', subject: `job ${id}`, address })
      }),
  }
}
