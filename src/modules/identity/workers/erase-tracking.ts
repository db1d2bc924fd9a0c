import type { Jobs } from '#platform/jobs/jobs'
import { eraseTracking } from '../jobs.ts'
import type { createEraseTracking } from '../use-cases/erase-tracking.ts'

/** Works `erase-tracking`. */
export function handleEraseTracking(jobs: Pick<Jobs, 'handle'>, erase: ReturnType<typeof createEraseTracking>): void {
  jobs.handle(eraseTracking, erase)
}
