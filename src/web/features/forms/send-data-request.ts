import type { z } from 'zod'
import type { DataRequestAccepted, DataRequestBody } from '#contracts/messages'
import { api } from '../../lib/api-client.ts'

export type AcceptedRequest = z.infer<typeof DataRequestAccepted>

/** How long sending takes at least, in ms (specification 2, section 9). */
const WAIT_MS = 2000

/**
 * Sends a privacy request; takes about two seconds, so that the visitor sees that something happens.
 * @throws ApiError, or TypeError without a connection
 */
export async function sendDataRequest(body: DataRequestBody): Promise<AcceptedRequest> {
  const wait = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const [accepted] = await Promise.all([api<AcceptedRequest>('/api/data-requests', { method: 'POST', body }), wait])
  return accepted
}
