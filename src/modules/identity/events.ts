import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

export const userRegistered = defineEvent('identity.user-registered', z.object({ userId: z.string() }))

/** A visitor made a choice; `withdrawn` names what they had allowed before and do not allow any more. */
export const consentChanged = defineEvent(
  'identity.consent-changed',
  z.object({
    visitorId: z.string(),
    analytics: z.boolean(),
    marketing: z.boolean(),
    withdrawn: z.array(z.enum(['analytics', 'marketing'])),
  }),
)

export const privacyRequestReceived = defineEvent(
  'identity.privacy-request-received',
  z.object({ reference: z.string(), requestType: z.string() }),
)
