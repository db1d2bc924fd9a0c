import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** Many, as for price lists: until one more succeeds, a bulk edit stays at its step. */
const ATTEMPTS = 100

/**
 * Takes a step of a bulk edit: its preview, the change, or its undo. Running it twice changes nothing. It shares the
 * queue of price lists, so that the two never write the same products at the same time.
 */
export const takeBulkEditStep = defineJob({
  name: 'take-bulk-edit-step',
  queue: 'imports',
  schema: z.object({ bulkEditId: z.string(), step: z.enum(['previewing', 'running', 'undoing']) }),
  attempts: ATTEMPTS,
})
