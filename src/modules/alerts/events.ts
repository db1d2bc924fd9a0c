import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

/**
 * Somebody without a proved address asked for a mail about a product; `linkToken` is for the mail that they confirm it
 * by.
 */
export const alertRequested = defineEvent(
  'alerts.alert-requested',
  z.object({ alertId: z.string(), linkToken: z.string() }),
)
