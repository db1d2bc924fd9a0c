import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

/** A visitor sent one of the forms; it is in the inbox under this reference. */
export const messageReceived = defineEvent('admin.message-received', z.object({ reference: z.string() }))

/** More rows of a price list are read; the state is in the database. */
export const importProgressed = defineEvent('admin.import-progressed', z.object({ importId: z.string() }), {
  broadcast: true,
})

/** An import or its undo has ended. */
export const importFinished = defineEvent(
  'admin.import-finished',
  z.object({
    importId: z.string(),
    state: z.enum(['previewed', 'finished', 'cancelled', 'failed', 'undone']),
    preview: z.boolean(),
  }),
  { broadcast: true },
)
