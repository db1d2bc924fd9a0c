import type { Jobs } from '#platform/jobs/jobs'
import { fulfilPrivacyRequest } from '../jobs.ts'
import type { createFulfilPrivacyRequest } from '../use-cases/fulfil-privacy-request.ts'

/** Works `fulfil-privacy-request`. */
export function handleFulfilPrivacyRequest(
  jobs: Pick<Jobs, 'handle'>,
  fulfil: ReturnType<typeof createFulfilPrivacyRequest>,
): void {
  jobs.handle(fulfilPrivacyRequest, fulfil)
}
