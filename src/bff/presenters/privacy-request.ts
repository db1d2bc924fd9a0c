import type { z } from 'zod'
import type { RequestConfirmation } from '#contracts/messages'
import type { Confirmation } from '#modules/identity'

export function presentConfirmation({ request, state }: Confirmation): z.infer<typeof RequestConfirmation> {
  return {
    reference: request.reference,
    requestType: request.requestType,
    receivedAt: request.receivedAt.toISOString(),
    state,
  }
}
