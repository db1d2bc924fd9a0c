import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'
import { PURPOSES } from './domain/consent.ts'

/** Deletes what was recorded of a visitor for purposes that they do not allow any more, and notes it in the consent log. */
export const eraseTrackingJob = defineJob({
  name: 'erase-tracking',
  queue: 'housekeeping',
  schema: z.object({ visitorId: z.string().max(64), purposes: z.array(z.enum(PURPOSES)).min(1) }),
})

/** Does what a verified privacy request asks for, as far as no person is needed for it. A repetition does nothing. */
export const fulfilPrivacyRequest = defineJob({
  name: 'fulfil-privacy-request',
  queue: 'housekeeping',
  schema: z.object({ reference: z.string().max(40) }),
})
