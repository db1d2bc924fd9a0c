import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

/** More rows of a price list are read; the state is in the database. */
export const importProgressed = defineEvent('admin.import-progressed', z.object({ importId: z.string() }), {
  broadcast: true,
})

/** A price list came to an end: read through, previewed, stopped, failed or taken back. */
export const importFinished = defineEvent(
  'admin.import-finished',
  z.object({ importId: z.string(), state: z.string() }),
  { broadcast: true },
)
