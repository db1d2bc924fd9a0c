import { AppError } from '#platform/errors'
import { JobCannotSucceed, type Jobs } from '#platform/jobs/jobs'
import { changeOrderStatus } from '../jobs.ts'
import type { createChangeOrderStatus } from '../use-cases/change-order-status.ts'

/** Works `change-order-status`: a step that the order's life does not have can never succeed later either. */
export function handleChangeOrderStatus(
  jobs: Pick<Jobs, 'handle'>,
  changeStatus: ReturnType<typeof createChangeOrderStatus>,
): void {
  jobs.handle(changeOrderStatus, async (payload, { jobId }) => {
    try {
      await changeStatus({ ...payload, jobId })
    } catch (error) {
      if (error instanceof AppError && (error.kind === 'conflict' || error.kind === 'not-found'))
        throw new JobCannotSucceed(error.message, { cause: error })
      throw error
    }
  })
}
