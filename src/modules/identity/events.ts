import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

export const userRegistered = defineEvent('identity.user-registered', z.object({ userId: z.string() }))
