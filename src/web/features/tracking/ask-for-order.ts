import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import { api, ApiError } from '../../lib/api-client.ts'

/** The answer to a guest: the order, no such order, or no answer. */
export type GuestAnswer =
  | { readonly outcome: 'found'; readonly order: TrackedOrder }
  /** No such number, or not this email address: the shop does not say which. */
  | { readonly outcome: 'none' }
  /** Too many requests in a short time; `message` says when to ask again. */
  | { readonly outcome: 'slow-down'; readonly message: string; readonly error: Error }
  | { readonly outcome: 'outage'; readonly error: Error }

/** A guest's order. @throws ApiError */
export function readGuestOrder(question: TrackBody): Promise<TrackedOrder> {
  return api<TrackedOrder>('/api/orders/track', { method: 'POST', body: question })
}

/** Asks for a guest's order. Never throws: what went wrong is part of the answer. */
export async function askForOrder(question: TrackBody): Promise<GuestAnswer> {
  try {
    return { outcome: 'found', order: await readGuestOrder(question) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { outcome: 'outage', error: error as Error }
    if (error.status === 429)
      return { outcome: 'slow-down', message: error.body?.message ?? 'Please try again in a few minutes.', error }
    // Without a word of the shop's nobody has looked for the order.
    return error.status < 500 && error.body !== null ? { outcome: 'none' } : { outcome: 'outage', error }
  }
}
