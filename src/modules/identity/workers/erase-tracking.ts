import type { Jobs } from '#platform/jobs/jobs'
import { eraseTracking } from '../jobs.ts'
import type { EraseTracking } from '../use-cases/erase-tracking.ts'

/** Works `erase-tracking`, of which an earlier version of the shop may have left some in the outbox. */
export function handleEraseTracking(jobs: Pick<Jobs, 'handle'>, erase: EraseTracking): void {
  jobs.handle(eraseTracking, erase)
}
