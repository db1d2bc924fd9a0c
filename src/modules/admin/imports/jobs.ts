import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** Many, because every worker that ends in the middle of an import uses one up; each goes on where the last one was. */
const ATTEMPTS = 100

/** Reads a stored price list to its end. Running it twice changes nothing; a job of an older reading does nothing. */
export const importProducts = defineJob({
  name: 'import-products',
  queue: 'imports',
  schema: z.object({ importId: z.string(), run: z.int() }),
  attempts: ATTEMPTS,
})

/** Takes back what an import wrote, and leaves alone what was edited since. */
export const undoImport = defineJob({
  name: 'undo-import',
  queue: 'imports',
  schema: z.object({ importId: z.string() }),
  attempts: ATTEMPTS,
})
