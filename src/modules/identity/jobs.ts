import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'
import { PURPOSES } from './domain/consent.ts'

/** Deletes what was recorded of a visitor for purposes that they no longer allow, and records it in the consent log. */
export const eraseTrackingJob = defineJob({
  name: 'erase-tracking',
  queue: 'housekeeping',
  schema: z.object({ visitorId: z.string().max(64), purposes: z.array(z.enum(PURPOSES)).min(1) }),
})

/** Ends accounts that nobody used for seven years, after a mail. */
export const eraseUnusedAccountsJob = defineJob({
  name: 'forget-unused-accounts',
  queue: 'housekeeping',
  schema: z.object({}),
})

/** Fulfills a verified privacy request that needs no decision by staff. A repetition does nothing. */
export const fulfillPrivacyRequest = defineJob({
  // The spelling of earlier versions, whose jobs may still be in the outbox.
  name: 'fulfil-privacy-request',
  queue: 'housekeeping',
  schema: z.object({ reference: z.string().max(40) }),
})
