import type { Database } from '#platform/database/database'
import { AppError } from '#platform/errors/errors'
import { MAX_COUNTED } from '#platform/shared-kernel/found-page'
import type { Jobs } from '#platform/jobs/jobs'
import type { MailBudget } from '#platform/mail/mail-budget'
import type { AuditLog } from '../audit/audit.api.ts'
import type { Queues } from './queues.api.ts'

export function createQueues(deps: {
  readonly database: Database
  readonly jobs: Pick<
    Jobs,
    'stats' | 'failed' | 'failedKinds' | 'countFailed' | 'workersAlive' | 'runAgain' | 'runAllAgain'
  >
  readonly audit: Pick<AuditLog, 'record'>
  readonly mailBudget: Pick<MailBudget, 'countWithheld'>
}): Queues {
  const { database, jobs, audit, mailBudget } = deps
  return {
    async list() {
      const [queues, failed, failedKinds, workersAlive, withheldMails] = await Promise.all([
        jobs.stats(),
        jobs.failed(),
        jobs.failedKinds(),
        jobs.workersAlive(),
        mailBudget.countWithheld(),
      ])
      return { queues, failed, failedKinds, workersAlive, withheldMails }
    },
    async countProblems() {
      const [failedJobs, withheldMails] = await Promise.all([jobs.countFailed(MAX_COUNTED), mailBudget.countWithheld()])
      return { failedJobs, withheldMails }
    },
    runAgain: (id, by) =>
      database.transaction(async (tx) => {
        await jobs.runAgain(id, tx)
        await audit.record(tx, { action: 'job.run-again', subject: `job ${id}`, by })
      }),
    async runAllAgain(name, by) {
      const count = (await jobs.failedKinds()).find((kind) => kind.name === name)?.count
      if (count === undefined)
        throw new AppError('not-found', 'JOB_NOT_FOUND', 'No job of this kind has failed, or all run again already.')
      // Before the work, which is not one transaction: thousands of jobs are run again in pieces.
      const changes = [{ field: 'failed', before: String(count), after: '0' }]
      await audit.record(null, { action: 'job.run-all-again', subject: `jobs ${name}`, by, changes })
      return jobs.runAllAgain(name)
    },
  }
}
