import type { MessageBody } from '#contracts/messages'
import { apiOnce } from '../../lib/api-once.ts'
import type { Accepted } from './form-fields.ts'

/**
 * Sends one of the shop's four forms.
 * @returns its reference and the latest time of the reply
 * @throws ApiError, or TypeError without a connection
 */
export function sendMessage(body: MessageBody): Promise<Accepted> {
  return apiOnce<Accepted>('/api/messages', body)
}
