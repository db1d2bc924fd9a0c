import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** Many, because every worker that dies during an import uses up one attempt; the next one continues where it stopped. */
const ATTEMPTS = 100

/** Reads a stored price list to its end. Running it twice changes nothing; a job of an older reading does nothing. */
export const importProducts = defineJob({
  name: 'import-products',
  queue: 'imports',
  schema: z.object({ importId: z.string(), run: z.int() }),
  attempts: ATTEMPTS,
})

/** Reverts what an import wrote, except products that were edited since. */
export const undoImport = defineJob({
  name: 'undo-import',
  queue: 'imports',
  schema: z.object({ importId: z.string() }),
  attempts: ATTEMPTS,
})
