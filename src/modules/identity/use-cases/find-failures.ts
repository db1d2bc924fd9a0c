import type { Jobs } from '#platform/jobs/jobs'
import type { RequestFailure } from '../domain/privacy-request.ts'
import { fulfillPrivacyRequest } from '../jobs.ts'

/** The privacy requests whose job has failed for good, by reference. Also some that were fulfilled since by another job. */
export type FindFailures = () => Promise<ReadonlyMap<string, RequestFailure>>

/**
 * Asks the jobs themselves: what a handler writes down is missing when its process ended at every try, and stays when
 * staff run the job again from the list of failed ones.
 */
export function createFindFailures({ jobs }: { readonly jobs: Pick<Jobs, 'failedOf'> }): FindFailures {
  return async () => {
    const failed = await jobs.failedOf(fulfillPrivacyRequest)
    return new Map(
      failed.map(({ payload, failed: { id, failedAt, error } }) => [
        payload.reference,
        { jobId: id, at: failedAt, error },
      ]),
    )
  }
}
