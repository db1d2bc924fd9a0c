import type { z } from 'zod'
import type { DataRequestAccepted, DataRequestBody } from '#contracts/messages'
import { apiOnce } from '../../lib/api-once.ts'

export type AcceptedRequest = z.infer<typeof DataRequestAccepted>

/** How long sending takes at least, in ms (specification 2, section 9). */
const WAIT_MS = 2000

/**
 * Sends a privacy request; takes about two seconds, so that the visitor sees that something happens.
 * @throws ApiError, or TypeError without a connection
 */
export async function sendDataRequest(body: DataRequestBody): Promise<AcceptedRequest> {
  const wait = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const [accepted] = await Promise.all([apiOnce<AcceptedRequest>('/api/data-requests', body), wait])
  return accepted
}
