import { createFailureLine } from '../log/failure-line.ts'
import type { Logger } from '../log/logger.ts'
import type { Leases } from './leases.ts'
import type { RunningJobs } from './running-jobs.ts'

/**
 * Renews the leases of the jobs that run here three times while one lasts, so that one that fails does no harm.
 * @returns ends it
 */
export function renewLeases(deps: {
  readonly outbox: Pick<Leases, 'renew'>
  readonly running: Pick<RunningJobs, 'all' | 'renew'>
  readonly leaseMs: number
  readonly logger: Logger
}): () => void {
  const { outbox, running, leaseMs, logger } = deps
  const failureLine = createFailureLine(logger, 'the lease of running jobs was not renewed; it is tried again')
  const renewal = setInterval(() => {
    const jobs = running.all()
    if (jobs.length === 0) return
    outbox.renew(jobs).then((renewed) => {
      running.renew(jobs, renewed)
      failureLine.succeeded()
    }, failureLine.failed)
  }, leaseMs / 3)
  renewal.unref()
  return () => clearInterval(renewal)
}
